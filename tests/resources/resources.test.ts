import { expect, overheard, test } from "../tools/room.ts";

test("each template is declared with the type its content really has", async ({ client, pane }) => {
  const { resourceTemplates } = await client.listResourceTemplates();

  expect(
    Object.fromEntries(resourceTemplates.map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType])),
  ).toEqual({
    "tmux://panes/{pane_id}/content{?socket_name}": "text/plain",
    "tmux://panes/{pane_id}{?socket_name}": "application/json",
    "tmux://sessions/{session_name}/windows/{window_index}{?socket_name}": "application/json",
    "tmux://sessions/{session_name}/windows{?socket_name}": "application/json",
    "tmux://sessions/{session_name}{?socket_name}": "application/json",
    "tmux://sessions{?socket_name}": "application/json",
  });
  expect(pane).toBeTruthy();
});

test.for([
  ["tmux://sessions", [{ session_name: "work" }]],
  ["tmux://sessions?socket_name=main", [{ session_name: "work" }]],
  ["tmux://sessions/work", { session_name: "work", windows: [{ window_index: "0" }] }],
  ["tmux://sessions/work/windows", [{ window_index: "0", pane_count: 1 }]],
  ["tmux://sessions/work/windows/0", { window_index: "0", panes: [{ pane_id: "%0" }] }],
  ["tmux://panes/%0", { pane_id: "%0", is_caller: null }],
  ["tmux://panes/%250?socket_name=main", { pane_id: "%0" }],
] as const)("%s is JSON and says so", async ([uri, body], { client, pane }) => {
  const { contents } = await client.readResource({ uri });

  expect(pane).toBe("%0");
  expect(contents).toHaveLength(1);
  expect(contents[0]).toMatchObject({ uri, mimeType: "application/json" });
  expect(JSON.parse(String((contents[0] as any).text))).toMatchObject(body);
});

test("the content of a pane is plain text", async ({ client, pane, tmux, shown }) => {
  tmux("send-keys", "-t", pane, "-l", "hello there");
  await expect.poll(() => shown(pane)).toContain("hello");

  const { contents } = await client.readResource({ uri: `tmux://panes/${pane}/content` });

  expect(contents[0]).toMatchObject({ mimeType: "text/plain", text: "$ hello there" });
});

test.for([
  "tmux://sessions/nobody",
  "tmux://sessions/nobody/windows",
  "tmux://sessions/work/windows/99",
  "tmux://panes/%999",
  "tmux://panes/%999/content",
  "tmux://elsewhere",
])("%s does not exist, and the protocol says so in its own way", async (uri, { client, pane }) => {
  expect(pane).toBeTruthy();
  const sent = overheard(client);

  await expect(client.readResource({ uri })).rejects.toMatchObject({
    message: expect.stringContaining("not found"),
    data: { uri },
  });
  expect(sent.at(-1)).toMatchObject({ error: { code: -32_002 } });
});

test.for(["tmux://panes/%999/content", "tmux://sessions/work?socket_name=nobody", "tmux://elsewhere"])(
  "%s cannot be subscribed to, and is not found either",
  async (uri, { client, pane }) => {
    expect(pane).toBeTruthy();
    const sent = overheard(client);

    await expect(client.subscribeResource({ uri })).rejects.toMatchObject({ data: { uri } });
    expect(sent.at(-1)).toMatchObject({ error: { code: -32_002 } });
  },
);

for (const profile of ["full", "libtmux"] as const) {
  const inProfile = test.extend<{ profile: typeof profile }>({ profile });

  inProfile(
    `a missing resource has the code of the revision, and a mistake is never a fault of ours (${profile})`,
    async ({ client, pane }) => {
      expect(pane).toBe("%0");
      const sent = overheard(client);
      const codeOf = async (work: Promise<unknown>) => {
        await expect(work).rejects.toThrow();
        return sent.at(-1).error.code;
      };
      const wrong = "tmux://sessions?socket_name=no/name";

      expect(await codeOf(client.readResource({ uri: "tmux://panes/%999" }))).toBe(-32_002);
      expect(await codeOf(client.readResource({ uri: wrong }))).toBe(-32_602);
      expect(await codeOf(client.subscribeResource({ uri: wrong }))).toBe(-32_602);
      const ref = { type: "ref/resource" as const, uri: "tmux://panes/{pane_id}{?socket_name}" };
      const { completion } = await client.complete({
        ref,
        argument: { name: "pane_id", value: "%" },
        context: { arguments: { socket_name: "no/name" } },
      });
      expect(completion.values).toEqual([]);
    },
  );
}

test("a subscriber hears of new output in the pane, and nothing after unsubscribing", async ({
  client,
  pane,
  tmux,
  shown,
}) => {
  const uri = `tmux://panes/${pane}/content`;
  const updates: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updates.push(params.uri);
  });
  await client.subscribeResource({ uri });

  tmux("send-keys", "-t", pane, "echo news", "Enter");

  await expect.poll(() => updates).toContain(uri);

  await client.unsubscribeResource({ uri });
  const before = updates.length;
  tmux("send-keys", "-t", pane, "echo more", "Enter");
  await expect.poll(() => shown(pane)).toMatch(/^more$/m);
  expect(updates.length).toBe(before);
});

test("a subscriber to the sessions hears of a new one", async ({ client, pane, tmux }) => {
  const updates: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updates.push(params.uri);
  });
  await client.subscribeResource({ uri: "tmux://sessions" });

  tmux("new-session", "-d", "-s", "second");

  await expect.poll(() => updates).toContain("tmux://sessions");
  expect(pane).toBeTruthy();
});

test("a client can complete session names, window indexes, pane ids and sockets", async ({
  client,
  pane,
  tmux,
}) => {
  tmux("new-session", "-d", "-s", "wobble");
  const complete = async (uri: string, name: string, value: string, given: Record<string, string> = {}) => {
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri },
      argument: { name, value },
      context: { arguments: given },
    });
    return completion.values.toSorted();
  };
  const window = "tmux://sessions/{session_name}/windows/{window_index}{?socket_name}";

  expect(await complete(window, "session_name", "wo")).toEqual(["wobble", "work"]);
  expect(await complete(window, "window_index", "", { session_name: "work" })).toEqual(["0"]);
  expect(await complete("tmux://panes/{pane_id}{?socket_name}", "pane_id", "%")).toEqual([pane, "%1"]);
  expect(await complete("tmux://sessions{?socket_name}", "socket_name", "ma")).toEqual(["main"]);
});

test("the arguments of a prompt are completed like those of an address", async ({ client, pane }) => {
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "interrupt_gracefully" },
    argument: { name: "pane_id", value: "" },
  });

  expect(completion.values).toEqual([pane]);
});
