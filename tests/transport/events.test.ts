import { describe, expect, test } from "vitest";
import { createEventStore, isStandalone } from "../../src/transport/http/events.ts";

const note = (text: string) => ({
  jsonrpc: "2.0" as const,
  method: "notifications/message",
  params: { text },
});

async function replay(store: ReturnType<typeof createEventStore>, after: string): Promise<string[]> {
  const texts: string[] = [];
  await store.replayEventsAfter(after, {
    send: async (_id, message: any) => void texts.push(message.params.text),
  });
  return texts;
}

describe("what a session sent lately", () => {
  test("is given again from any place, each stream for itself and without its primer", async () => {
    const store = createEventStore();
    const primer = await store.storeEvent("one", {} as never);
    const first = await store.storeEvent("one", note("a"));
    await store.storeEvent("other", note("x"));
    await store.storeEvent("one", note("b"));

    expect(await replay(store, primer)).toEqual(["a", "b"]);
    expect(await replay(store, first)).toEqual(["b"]);
    expect(await store.getStreamIdForEventId?.(first)).toBe("one");
  });

  test("includes what is stored while it is given", async () => {
    const store = createEventStore();
    const primer = await store.storeEvent("one", {} as never);
    await store.storeEvent("one", note("a"));
    const texts: string[] = [];
    await store.replayEventsAfter(primer, {
      async send(_id, message: any) {
        if (texts.push(message.params.text) === 1) await store.storeEvent("one", note("b"));
      },
    });

    expect(texts).toEqual(["a", "b"]);
  });

  test("is bounded in number and in bytes, and the newest stays", async () => {
    const many = createEventStore();
    const begin = await many.storeEvent("one", {} as never);
    for (let at = 0; at < 2_000; at++) await many.storeEvent("one", note(String(at)));
    const kept = await replay(many, begin);
    expect([kept.length, kept.at(-1)]).toEqual([512, "1999"]);

    const large = createEventStore();
    const start = await large.storeEvent("one", {} as never);
    for (let at = 0; at < 20; at++) await large.storeEvent("one", note("x".repeat(1_000_000)));
    expect(await replay(large, start)).toHaveLength(4);
  });

  test.for(["", "x", "1", "99.one", "-1.one", "1.../etc", `1.${"s".repeat(100)}`])(
    "has no place called %j",
    async (id) => {
      const store = createEventStore();
      await store.storeEvent("one", note("a"));

      expect(await store.getStreamIdForEventId?.(id)).toBeUndefined();
      await expect(replay(store, id)).rejects.toThrow();
    },
  );

  test("tells its own stream from an answer's", () => {
    expect([isStandalone("3._GET_stream"), isStandalone("3.abc"), isStandalone(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
