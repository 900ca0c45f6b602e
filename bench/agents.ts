// How soon termgate knows that a turn is done, asks or is dead, against looking every 500 ms; and what idle agents cost.
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Server } from "../src/tmux/server.ts";
import { fakeStage } from "../tests/agents/fake-stage.ts";

const TURNS = 15;
const IDLE = 50;
const POLL_MS = 500;

interface Entry {
  readonly done?: number;
  readonly asked?: number;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const call = { timeoutMs: 30_000 };

/** What the reference does: a look by subprocess, then a pause. Half the pause is lost on average, and the look itself. */
async function polled(
  run: (...args: string[]) => string,
  pane: string,
  isOver: (screen: string) => boolean,
): Promise<number> {
  // A poller knows nothing of when a turn begins.
  await pause(Math.random() * POLL_MS);
  while (!isOver(run("capture-pane", "-p", "-t", pane))) await pause(POLL_MS);
  return Date.now();
}

function report(what: string, ours: readonly number[], theirs: readonly number[]): void {
  const [mine, other] = [median(ours), median(theirs)];
  console.log(
    `${what}: ${mine} ms, polling ${other} ms, ${(other / Math.max(1, mine)).toFixed(1)} times sooner`,
  );
}

{
  await using stage = await fakeStage({ dialogEvery: 2 });
  const { agents, id, pane, log, run } = stage;
  const newest = (key: keyof Entry) => {
    const entries = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line): Entry => JSON.parse(line));
    return entries.findLast((entry) => entry[key] !== undefined)?.[key] ?? 0;
  };
  const [done, asked, donePolled, askedPolled]: number[][] = [[], [], [], []];
  for (let i = 0; i < TURNS; i += 1) {
    const over = polled(run, pane, (screen) => screen.includes(`got plain ${i}`));
    await agents.prompt(id, `plain ${i}`, { ...call, noYolo: true });
    done?.push(Date.now() - newest("done"));
    donePolled?.push((await over) - newest("done"));

    const open = polled(run, pane, (screen) => screen.includes("Do you want to proceed?"));
    await agents.prompt(id, `ask ${i}`, { ...call, noYolo: true });
    asked?.push(Date.now() - newest("asked"));
    askedPolled?.push((await open) - newest("asked"));
    await agents.answer(id, "No", call);
  }
  report("done to known", done ?? [], donePolled ?? []);
  report("blocked to known", asked ?? [], askedPolled ?? []);
}

{
  const [dead, deadPolled]: number[][] = [[], []];
  for (let i = 0; i < 3; i += 1) {
    await using stage = await fakeStage({ slow: 20_000 });
    const { agents, id, run, pane } = stage;
    const running = agents.prompt(id, "wait", { ...call, noYolo: true });
    await pause(1_500);
    const gone = polled(run, pane, (screen) => screen.includes("Pane is dead"));
    const killed = Date.now();
    process.kill(Number(run("display-message", "-p", "-t", pane, "#{pane_pid}")), "SIGKILL");
    await running;
    dead?.push(Date.now() - killed);
    deadPolled?.push((await gone) - killed);
  }
  report("dead to known", dead ?? [], deadPolled ?? []);
}

{
  await using stage = await fakeStage({});
  for (let i = 1; i < IDLE; i += 1) await stage.another();
  await pause(3_000);
  let commands = 0;
  const { read, write } = Server.prototype;
  Server.prototype.read = function counted(...args) {
    commands += 1;
    return read.apply(this, args);
  };
  Server.prototype.write = function counted(...args) {
    commands += 1;
    return write.apply(this, args);
  };
  const before = process.cpuUsage();
  await pause(5_000);
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${IDLE} idle agents for 5 s: ${commands} tmux commands, ${((user + system) / 50_000).toFixed(2)} % of one core`,
  );
  Object.assign(Server.prototype, { read, write });
}
