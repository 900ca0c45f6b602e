import { appendFileSync, readFileSync } from "node:fs";
import { judge } from "../../../src/policy/judge.ts";
import type { Verdict } from "../../../src/policy/verdict.ts";
import { worldOf } from "../../../src/policy/world.ts";
import type { Jail } from "./jail.ts";
import { randomScript, seeded } from "./random-script.ts";

export interface Escape {
  readonly seed: number;
  readonly script: string;
  /** What bash started and the judge had not named. */
  readonly started: readonly string[];
}

const world = worldOf({ cwd: "/home/user/project", home: "/home/user" });

/** Rules that say "a program we cannot name": then the verdict is not safe and says so. */
const NAMELESS = new Set(["dynamic-command", "over-limit", "opaque-code"]);

/** The first program that bash started and the verdict does not account for. */
export function unnamed(
  verdict: Verdict,
  started: readonly (readonly string[])[],
): readonly string[] | undefined {
  const names = new Set(verdict.findings.map(({ argv }) => argv[0]?.split("/").at(-1)));
  const nameless = verdict.findings.some((finding) => NAMELESS.has(finding.rule));
  return started.find(([name]) => {
    if (names.has(name)) return false;
    return verdict.class === "safe" || !nameless;
  });
}

/** Runs scripts of the given seeds and returns those that started something the judge did not see. */
async function trace(jail: Jail, from: number, count: number): Promise<Escape[]> {
  const seeds = Array.from({ length: count }, (_, at) => from + at);
  const scripts = seeds.map((seed) => randomScript(seeded(seed)));
  const escapes = await escapesOf(jail, scripts);
  return escapes.map(({ at, ...escape }) => ({ seed: seeds[at] ?? 0, ...escape }));
}

async function escapesOf(jail: Jail, scripts: readonly string[]) {
  const logs = await jail.run(scripts);
  return scripts.flatMap((script, at) => {
    const started = unnamed(judge(script, world), logs[at] ?? []);
    return started === undefined ? [] : [{ at, script, started }];
  });
}

const KEPT = new URL("../fixtures/escapes.jsonl", import.meta.url);

/** Scripts that escaped once, or are of the kind that did: held against the judge ever after. */
export function keptScripts(): string[] {
  const lines = readFileSync(KEPT, "utf8").trimEnd().split("\n");
  return lines.map((line) => (JSON.parse(line) as { script: string }).script);
}

export function keep({ script }: Escape): void {
  if (!keptScripts().includes(script)) appendFileSync(KEPT, `${JSON.stringify({ script })}\n`);
}

/** Runs every kept script again and returns those that still escape. */
export async function replayKept(jail: Jail): Promise<readonly string[]> {
  return (await escapesOf(jail, keptScripts())).map(({ script }) => script);
}

/** The same escape with as few lines as still show it. */
async function shrink(jail: Jail, escape: Escape): Promise<Escape> {
  let best = escape;
  for (let again = true; again;) {
    again = false;
    const pieces = best.script.split(/(; |\n| && | \|\| | \| | & )/);
    const candidates = pieces
      .map((_, at) => pieces.filter((__, index) => index !== at && index !== at + 1).join(""))
      .filter((script) => script.trim() !== "" && script.length < best.script.length);
    const logs = await jail.run(candidates);
    for (const [at, script] of candidates.entries()) {
      const started = unnamed(judge(script, world), logs[at] ?? []);
      if (started === undefined || script.length >= best.script.length) continue;
      best = { seed: escape.seed, script, started };
      again = true;
    }
  }
  return best;
}

const BATCH = 250;

/** Many scripts, two jails at a time; the escapes are as small as they get. */
export async function soak(jails: readonly Jail[], from: number, count: number): Promise<Escape[]> {
  const escapes: Escape[] = [];
  let next = from;
  const work = async (jail: Jail) => {
    while (next < from + count && escapes.length < 10) {
      const first = next;
      next += BATCH;
      for (const escape of await trace(jail, first, Math.min(BATCH, from + count - first))) {
        escapes.push(await shrink(jail, escape));
      }
    }
  };
  await Promise.all(jails.map(work));
  return escapes;
}
