// The tools over MCP stdio beside libtmux-mcp in the same run, at 2 and at 200 panes. A figure is how many times as long
// the reference takes: at the median, and at the slow end (95th percentile).
import { setTimeout as delay } from "node:timers/promises";
import { openPair, reference, type Side } from "../../scripts/libtmux/pair.ts";

const LINES = 2_000;
const SESSIONS = 20;
const ROUNDS = { reference: 7, termgate: 40 } as const;
/** The slowest calls of the reference take seconds each. */
const BUDGET_MS = 6_000;

type Work = (side: Side) => Promise<number>;

async function measure(path: string): Promise<void> {
  const pair = await openPair(path);
  try {
    for (const panes of [2, 200]) {
      for (const side of pair.sides) grow(side, panes);
      await settled(pair.sides, panes);
      console.log(
        `\n${panes} panes`.padEnd(26),
        ...["median", "p95", "reference", "termgate"].map((head) => head.padStart(12)),
      );
      for (const [name, work] of Object.entries(WORKS)) {
        const times = new Map<string, number[]>();
        for (const side of pair.sides) times.set(side.name, await timed(side, work));
        const [theirs, ours] = [times.get("reference") ?? [], times.get("termgate") ?? []];
        const ratio = (share: number) => `${(at(theirs, share) / at(ours, share)).toFixed(1)}×`;
        const median = (all: readonly number[]) => `${at(all, 0.5).toFixed(2)} ms`;
        console.log(
          `  ${name}`.padEnd(25),
          ...[ratio(0.5), ratio(0.95), median(theirs), median(ours)].map((cell) => cell.padStart(12)),
        );
      }
    }
  } finally {
    await pair.close();
  }
}

/** Sessions of windows of one pane each, with a full history and something to find in the last. */
function grow({ tmux }: Side, panes: number): void {
  const have = tmux("list-panes", "-a", "-F", "#{session_name} #{pane_id}")
    .split("\n")
    .filter((line) => !line.startsWith("_")).length;
  for (let i = have; i < panes; i += 1) {
    const command = `seq 1 ${LINES}; echo needle-${i}; exec cat`;
    const session = `s${i % SESSIONS}`;
    if (i <= SESSIONS) tmux("new-session", "-d", "-s", session, "-x", "80", "-y", "24", command);
    else tmux("new-window", "-d", "-t", `${session}:`, command);
  }
}

async function settled(sides: readonly Side[], panes: number): Promise<void> {
  for (const { tmux } of sides) {
    const full = () =>
      tmux("list-panes", "-a", "-F", "#{history_size}")
        .split("\n")
        .filter((size) => Number(size) > LINES - 100).length;
    while (full() < panes - 1) await delay(100);
  }
}

async function call({ client }: Side, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const result: any = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${result.content[0]?.text}`);
  return result.structuredContent;
}

const clocked = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const tool =
  (name: string, args: Record<string, unknown> = {}): Work =>
  (side) =>
    clocked(() => call(side, name, args));

const shell = { pane_id: "%0" };

const WORKS: Readonly<Record<string, Work>> = {
  list_sessions: tool("list_sessions"),
  list_panes: tool("list_panes"),
  capture_pane: tool("capture_pane", shell),
  snapshot_pane: tool("snapshot_pane", shell),
  async capture_since(side) {
    const { cursor } = await call(side, "capture_since", shell);
    return clocked(() => call(side, "capture_since", { cursor }));
  },
  "search, visible": tool("search_panes", { pattern: "needle" }),
  "search, history": tool("search_panes", { pattern: "needle-1", content_start: -LINES }),
  send_keys: tool("send_keys", { ...shell, keys: "", enter: false }),
  run_command: tool("run_command", { ...shell, command: "true" }),
  async "wait, text to answer"(side) {
    const word = `w${Math.random().toString(36).slice(2)}`;
    const waiting = call(side, "wait_for_text", { ...shell, patterns: [`${word}x`] });
    await delay(400);
    // Joined by the shell, so that the typed line itself does not hold the word.
    side.tmux("send-keys", "-t", "%0", `echo ${word}""x`, "Enter");
    return clocked(() => waiting);
  },
};

async function timed(side: Side, work: Work): Promise<number[]> {
  const started = performance.now();
  await work(side);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS[side.name]; round += 1) {
    times.push(await work(side));
    if (performance.now() - started > BUDGET_MS) break;
  }
  return times;
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const program = reference();
if (!program) console.log("There is no Python here that could run the reference; nothing was measured.");
else await measure(program);
