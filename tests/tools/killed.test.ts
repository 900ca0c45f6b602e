import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, onTestFinished } from "vitest";
import { initialize } from "../transport/door.ts";
import { expect, programs, test } from "./room.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/main.js");

beforeAll(() => {
  if (existsSync(PROGRAM)) return;
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(built.stderr);
});

test("a termgate that is killed in the middle of a wait leaves no waiter, and the signal to others", async ({
  folder,
  environment,
  tmux,
  pane,
}) => {
  const { TERMGATE_TEST_RUN = "" } = process.env;
  const env = { ...environment, TERMGATE_TEST_RUN, TERMGATE_STATE_DIR: join(folder, "state") };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ["pipe", "ignore", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const waiting = {
    name: "wait_for_channel",
    arguments: { channel: "mine", timeout: 60, socket_name: "main" },
  };
  for (const message of [
    initialize(),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: waiting },
  ])
    child.stdin.write(`${JSON.stringify(message)}\n`);
  const waiters = () => programs(folder).filter((line) => line.includes("wait-for"));
  await expect.poll(() => waiters().filter((line) => line.endsWith("wait-for mine"))).toHaveLength(1);

  child.kill("SIGKILL");
  await once(child, "exit");

  await expect.poll(waiters).toEqual([]);
  expect(pane).toBe("%0");
  tmux("wait-for", "-S", "mine");
  // Returns at once: nobody took the signal. It would stay here for the ten seconds of any command otherwise.
  tmux("wait-for", "mine");
});
