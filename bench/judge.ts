// How long the judge takes by the size of a command: node bench/judge.ts
import { realFacts } from "../src/policy/facts.ts";
import { judge } from "../src/policy/judge.ts";
import { worldOf } from "../src/policy/world.ts";

const PART = "git log --oneline -5 | grep -v 'x y' | sort -u && cat \"$HOME/project/a.txt\" src/*.ts; ";
const SIZES = [20, 100, 1_000, 10_000];
const ROUNDS = 400;

const world = worldOf({ cwd: process.cwd(), home: "/home/user", facts: realFacts });

export function measureJudge(): { size: number; p50: number; p99: number }[] {
  return SIZES.map((size) => {
    const command = PART.repeat(Math.ceil(size / PART.length)).slice(0, size);
    const rounds = size > 5_000 ? ROUNDS / 4 : ROUNDS;
    for (let at = 0; at < rounds / 2; at += 1) judge(command, world);
    const times = Array.from({ length: rounds }, () => {
      const start = performance.now();
      judge(command, world);
      return (performance.now() - start) * 1_000;
    }).toSorted((one, other) => one - other);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    return { size, p50: at(0.5), p99: at(0.99) };
  });
}

if (import.meta.main) {
  for (const { size, p50, p99 } of measureJudge()) {
    console.log(`${String(size).padStart(6)} bytes  p50 ${p50} µs  p99 ${p99} µs`);
  }
}
