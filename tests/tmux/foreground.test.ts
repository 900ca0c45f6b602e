import { foreground, isAtWork } from "../../src/tmux/foreground.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import type { Server } from "../../src/tmux/server.ts";
import { expect, soon, test } from "./room.ts";

// The kernel's own word is there on Linux alone.
const linux = test.runIf(process.platform === "linux");

const SPIN = "while :; do :; done";

async function shellPid(server: Server, pane: string): Promise<number> {
  const [pid = ""] = await server.read([`display-message -p -t ${pane} '#{pane_pid}'`], soon());
  return Number(pid);
}

linux("a shell is at work while what it waits for is, however deep", async ({ server, pane }) => {
  const pid = await shellPid(server, pane);
  await expect.poll(() => isAtWork(pid)).toBe(false);
  await sendKeys(server, pane, `sh -c '(${SPIN}); :'; :`, { enter: true, literal: true, limit: soon() });
  await expect.poll(() => foreground(pid)?.pid).not.toBe(pid);
  await expect.poll(() => isAtWork(foreground(pid)?.pid ?? 0)).toBe(true);
  // A shell that has only just been copied may not hear the first one.
  const interrupted = async () => {
    await sendKeys(server, pane, "C-c", { limit: soon() });
    return foreground(pid)?.pid;
  };
  await expect.poll(interrupted).toBe(pid);
});

linux("a shell at its prompt is not at work for what it has in the background", async ({ server, pane }) => {
  const pid = await shellPid(server, pane);
  await sendKeys(server, pane, `${SPIN.replace("done", "done & sleep 0; jobs -p")}`, {
    enter: true,
    literal: true,
    limit: soon(),
  });
  await expect
    .poll(async () => (await server.read([`capture-pane -p -t ${pane}`], soon()))[0])
    .toMatch(/^\d+\n\$/m);
  expect(foreground(pid)?.pid).toBe(pid);
  await expect.poll(() => isAtWork(pid)).toBe(false);
  await sendKeys(server, pane, "kill %1", { enter: true, literal: true, limit: soon() });
});
