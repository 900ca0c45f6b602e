import { expect, onTestFinished, test, vi } from "vitest";
import type { Entry } from "../../src/tmux/wait/entry.ts";
import { Listener } from "../../src/tmux/wait/listen.ts";

const OFF = "\x1b[?2004l";
const ON = "\x1b[?2004h";

/** A wait that began while the shell went on, so that what stands on its row may have been typed or said. */
function unsure(row = "$ ") {
  const heard: string[] = [];
  const listener = new Listener((line) => heard.push(line));
  const entry = { screen: [row], cursorX: row.length, cursorY: 0, editing: true, unsure: true, pid: -1 };
  listener.begin(entry as unknown as Entry);
  return { heard, listener, says: (text: string) => listener.output(Buffer.from(text)) };
}

test.each([
  ["as bash does", `echo READY\r\n${OFF}\rout\r\n`],
  ["as zsh and fish do", `echo READY${OFF}\r\r\nout\r\n`],
])("a line the shell says it has read was typed: %s", (_how, text) => {
  const { heard, says, listener } = unsure();
  for (const char of text) says(char);
  expect(heard.filter((line) => line.includes("READY"))).toEqual([]);
  expect(heard).toContain("out");
  listener.end();
});

test("a line nothing is said about was the program's, and is heard soon", async () => {
  const { heard, says } = unsure("");
  says("READY\r\n");
  expect(heard).toEqual([]);
  await expect.poll(() => heard).toEqual(["READY"]);
});

test.each([
  ["another line", "READY\r\nmore"],
  ["a prompt", `READY\r\n${ON}$ `],
  ["a prompt behind it", `READY${ON}$ `],
])("a line followed by %s was the program's", (_what, text) => {
  const { heard, says, listener } = unsure("");
  says(text);
  expect(heard[0]).toBe("READY");
  listener.end();
});

test("a wait that is over hears nothing more", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { heard, says, listener } = unsure("");
  says("READY\r\n");
  listener.end();
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual([]);
});
