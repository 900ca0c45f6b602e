import { expect, test } from "./room.ts";

const CONTENT = "first\n\ttwo 'q' \"d\" #{x} é 🐙\r\nlast without end";

test("a buffer gives back every byte, pastes, and goes", async ({ call, pane, tmux, shown }) => {
  const one = (await call("load_buffer", { content: CONTENT, logical_name: "notes" })).output;
  const two = (await call("load_buffer", { content: "echo pasted" })).output;

  expect(one.buffer_name).toMatch(/^libtmux_mcp_[0-9a-f]{32}_notes$/);
  expect(one.logical_name).toBe("notes");
  expect(two.buffer_name).toMatch(/_buf$/);
  expect((await call("show_buffer", { buffer_name: one.buffer_name })).output).toEqual({
    buffer_name: one.buffer_name,
    content: CONTENT,
    content_truncated: false,
    content_truncated_lines: 0,
  });

  await call("paste_buffer", { buffer_name: two.buffer_name, pane_id: pane });
  await expect.poll(() => shown(pane)).toContain("$ echo pasted");

  await call("delete_buffer", { buffer_name: one.buffer_name });
  await call("delete_buffer", { buffer_name: two.buffer_name });
  expect(tmux("list-buffers")).toBe("");
  expect((await call("show_buffer", { buffer_name: one.buffer_name })).isError).toBe(true);
});

test("a long buffer keeps its last lines and says how many are missing", async ({ call, pane }) => {
  expect(pane).toBeTruthy();
  const content = Array.from({ length: 10 }, (_, i) => `line ${i}`).join("\n");
  const { buffer_name } = (await call("load_buffer", { content })).output;

  expect((await call("show_buffer", { buffer_name, max_lines: 2 })).output).toMatchObject({
    content: "line 8\nline 9",
    content_truncated: true,
    content_truncated_lines: 8,
  });
  expect((await call("show_buffer", { buffer_name, max_lines: 0 })).failure).toBe("ValidationError");
});

test.for(["show_buffer", "paste_buffer", "delete_buffer"])(
  "%s leaves the person's own buffers alone",
  async (tool, { call, pane, tmux }) => {
    tmux("set-buffer", "-b", "clipboard", "a password");

    const { isError, text, meta } = await call(tool, {
      buffer_name: "clipboard",
      ...(tool === "paste_buffer" && { pane_id: pane }),
    });

    expect(isError).toBe(true);
    expect(meta["expected"]).toBe(true);
    expect(text).not.toContain("password");
    expect(tmux("show-buffer", "-b", "clipboard")).toBe("a password");
  },
);

test("buffers left over go when the server stops, others stay", async ({ call, pane, tmux, server }) => {
  expect(pane).toBeTruthy();
  tmux("set-buffer", "-b", "clipboard", "mine");
  await call("load_buffer", { content: "left over" });
  expect(tmux("list-buffers", "-F", "#{buffer_name}").split("\n")).toHaveLength(2);

  await server.close();

  expect(tmux("list-buffers", "-F", "#{buffer_name}")).toBe("clipboard");
});
