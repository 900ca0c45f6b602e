import type { AuditRecord } from "../../src/store/audit-log.ts";
import { expect, test } from "./room.ts";

const SECRET = "my secret word";
const DIGEST = { len: SECRET.length, sha256_prefix: expect.stringMatching(/^[0-9a-f]{12}$/) };

/** The lines of calls, without the steps of the commands in them. */
const calls = (records: readonly AuditRecord[]) => records.filter(({ outcome }) => outcome !== "event");

const PAYLOADS: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ["send_keys", "keys", { keys: SECRET }],
  ["paste_text", "text", { text: SECRET }],
  ["run_command", "command", { command: SECRET }],
  ["set_environment", "value", { name: "A", value: SECRET, pane_id: undefined }],
  ["set_option", "value", { option: "@mine", value: SECRET, pane_id: undefined }],
  ["load_buffer", "content", { content: SECRET, pane_id: undefined }],
  ["split_window", "shell", { shell: SECRET }],
];

test.for(PAYLOADS)(
  "the log knows a hash of what %s was given as %s",
  async ([tool, name, args], { call, pane, audited }) => {
    await call(tool, { pane_id: pane, ...args });

    expect(calls(audited())).toMatchObject([{ tool, args: { [name]: DIGEST } }]);
    expect(JSON.stringify(audited())).not.toContain(SECRET);
  },
);

test("the log knows the names of variables, not their values", async ({ call, pane, audited }) => {
  await call("split_window", { pane_id: pane, environment: { MINE: SECRET } });
  await call("split_window", { pane_id: pane, environment: JSON.stringify({ MINE: SECRET }) });

  expect(calls(audited())).toMatchObject([
    { args: { environment: { MINE: DIGEST } } },
    { args: { environment: { len: expect.any(Number) } } },
  ]);
  expect(JSON.stringify(audited())).not.toContain(SECRET);
});

test("members of a batch are written down like calls, and what is no member by its type", async ({
  call,
  pane,
  audited,
}) => {
  const keys = { keys: SECRET, pane_id: pane };
  await call("send_keys_batch", { operations: [keys] });
  await call("call_mutating_tools_batch", { operations: [{ tool: "send_keys", arguments: keys }] });
  await call("call_mutating_tools_batch", { operations: [SECRET, 7, [SECRET]] });

  const redacted = (type: string) => ({ type, redacted: true });
  expect(audited().filter(({ tool }) => tool.endsWith("batch"))).toMatchObject([
    { args: { operations: [{ keys: DIGEST, pane_id: pane }] } },
    { args: { operations: [{ tool: "send_keys", arguments: { keys: DIGEST, pane_id: pane } }] } },
    { args: { operations: ["string", "number", "array"].map(redacted) } },
  ]);
  expect(JSON.stringify(audited())).not.toContain(SECRET);
});
