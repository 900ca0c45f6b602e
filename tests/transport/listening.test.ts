import { describe, onTestFinished } from "vitest";
import type { Resource } from "../../src/resources/resource.ts";
import { createChanges } from "../../src/protocol/changes.ts";
import { lookupIn } from "../../src/protocol/lookup.ts";
import { expect, MAIN, modern, test } from "./door.ts";

describe("a listener of 2026-07-28", () => {
  test("hears what it asked for and nothing else", async ({ door, server }) => {
    const request = modern("subscriptions/listen", { notifications: { toolsListChanged: true } }, "listen-1");
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const response = await fetch(door.url, {
      method: "POST",
      headers: {
        ...request.headers,
        authorization: `Bearer ${MAIN}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(request.body),
      signal: leave.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? "";
    server.changes.bus.publish({ kind: "resource_updated", uri: "tmux://x" });
    server.changes.bus.publish({ kind: "tools_list_changed" });
    const second = (await reader?.read())?.value ?? "";

    expect(first).toContain("notifications/subscriptions/acknowledged");
    expect(second).toContain("notifications/tools/list_changed");
    expect(second).toContain('"io.modelcontextprotocol/subscriptionId":"listen-1"');
  });
});

describe("a watched resource", () => {
  const uri = "test://thing";

  function watchable() {
    const record = { watching: 0, changed: () => {} };
    const resource: Resource = {
      name: "thing",
      title: "Thing",
      description: "Something that changes.",
      uriTemplate: uri,
      mimeType: "text/plain",
      read: async () => "now",
      async watch(_variables, _context, changed) {
        record.watching += 1;
        record.changed = changed;
        return () => (record.watching -= 1);
      },
    };
    return { record, resource };
  }

  test("is watched once for all who listen, and no longer than they do", async ({ server }) => {
    const { record, resource } = watchable();
    const changes = createChanges(lookupIn([resource]), server.offer.house);
    const heard: unknown[] = [];
    onTestFinished(changes.bus.subscribe((event) => heard.push(event)));
    const [one, other] = [new AbortController(), new AbortController()];
    changes.watch([uri, uri], one.signal);
    changes.watch([uri, "test://unknown"], other.signal);
    await expect.poll(() => record.watching).toBe(1);

    record.changed();
    expect(heard).toEqual([{ kind: "resource_updated", uri }]);
    one.abort();
    expect(record.watching).toBe(1);
    other.abort();
    await expect.poll(() => record.watching).toBe(0);
  });

  test("that nobody waits for any more when its watch begins is let go", async ({ server }) => {
    const { record, resource } = watchable();
    const changes = createChanges(lookupIn([resource]), server.offer.house);
    const brief = new AbortController();
    changes.watch([uri], brief.signal);
    brief.abort();

    await expect.poll(() => record.watching).toBe(0);
  });
});
