import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFrame, refusedVersion } from "../../src/transport/frame.ts";

const SECRET = "hunter2-never-repeated";

const finite = fc.double({ noDefaultInfinity: true, noNaN: true });

/** Objects that look like messages, with every field now and then wrong. */
const fields = fc.record(
  {
    jsonrpc: fc.constantFrom("2.0", "2.0", "2.0", "1.0", 2),
    id: fc.oneof(fc.integer(), fc.string(), finite, fc.constant({}), fc.constant(true)),
    method: fc.oneof(fc.constantFrom("ping", "tools/list", ""), fc.constant(7)),
    params: fc.oneof(
      fc.record(
        {
          _meta: fc.oneof(
            fc.record(
              {
                progressToken: fc.oneof(fc.integer(), fc.string(), finite, fc.constant(null)),
                "io.modelcontextprotocol/related-task": fc.oneof(
                  fc.constant({ taskId: "t" }),
                  fc.constant({}),
                  fc.constant(1),
                ),
              },
              { requiredKeys: [] },
            ),
            fc.constant(null),
            fc.constant([]),
          ),
          name: fc.string(),
        },
        { requiredKeys: [] },
      ),
      fc.constant([]),
      fc.constant(null),
      fc.constant("x"),
    ),
    result: fc.oneof(
      fc.constant({}),
      fc.constant({ _meta: {} }),
      fc.constant({ _meta: 1 }),
      fc.constant(null),
      fc.constant(1),
    ),
    error: fc.oneof(
      fc.constant({ code: 1, message: "m" }),
      fc.constant({ code: 1.5, message: "m" }),
      fc.constant({ code: 1 }),
      fc.constant(null),
    ),
    extra: fc.constant(1),
  },
  { requiredKeys: [] },
);

function accepts(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}

describe("a frame", () => {
  test("is a message exactly when the protocol layer would take it", () => {
    fc.assert(
      fc.property(fields, (value) => {
        const text = JSON.stringify(value);
        expect([text, readFrame(text).kind]).toEqual([
          text,
          accepts(JSON.parse(text)) ? "message" : "refused",
        ]);
      }),
      { numRuns: 3_000 },
    );
  });

  test("of any text is read without a throw, and a refusal repeats none of it", () => {
    const noise = fc.oneof(fc.string(), fc.json(), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const frame = readFrame(before + SECRET + after);
        expect(JSON.stringify(frame.kind === "refused" ? frame.answer : "")).not.toContain(SECRET);
      }),
    );
  });

  test.for([
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', { kind: "ignored" }],
    [
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      { kind: "refused", answer: { id: null, error: { code: -32_600 } } },
    ],
    [
      '{"jsonrpc":"1.0","id":4,"method":"ping"}',
      {
        kind: "refused",
        answer: { id: 4, error: { code: -32_600, data: { detail: "jsonrpc must be 2.0" } } },
      },
    ],
    [
      '{"jsonrpc":"2.0","id":"a"}',
      { kind: "refused", answer: { id: "a", error: { code: -32_600, message: "invalid_request" } } },
    ],
    [
      '{"jsonrpc":',
      { kind: "refused", answer: { id: null, error: { code: -32_700, message: "parse_error" } } },
    ],
    ["\ufeff{}", { kind: "refused", answer: { error: { code: -32_700 } } }],
  ] as const)("%s is read as it should be", ([text, expected]) => {
    expect(readFrame(text)).toMatchObject(expected);
  });

  test("that claims an unserved revision is answered with those that are", () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2030-01-01" };
    const message = { jsonrpc: "2.0" as const, id: 1, method: "tools/list", params: { _meta: meta } };

    expect(refusedVersion(message)).toMatchObject({
      id: 1,
      error: { code: -32_022, data: { supported: ["2026-07-28"] } },
    });
    expect(
      refusedVersion({
        ...message,
        params: { _meta: { ...meta, [Object.keys(meta)[0] ?? ""]: "2026-07-28" } },
      }),
    ).toBeUndefined();
    expect(refusedVersion({ ...message, params: {} })).toBeUndefined();
  });
});
