// What the gate costs: `execute_command` of `true`, through the protocol and every layer, beside a bare spawn of the
// same shell; and what redaction costs per kilobyte.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createRedactor } from "../src/redact/redactor.ts";
import { build } from "../src/server.ts";
import { readSettings } from "../src/settings/read.ts";

const ROUNDS = 400;
const WARM = 100;
const stateDir = mkdtempSync(join(tmpdir(), "bench-shell-"));
const environment = { PATH: process.env["PATH"] ?? "", HOME: stateDir };

const { settings } = await readSettings({ flags: {}, environment: {}, cwd: stateDir, home: stateDir });
const server = build({ settings, environment, stateDir, home: stateDir, log: () => {} });
const client = new Client({ name: "bench", version: "1" });
const [ours, theirs] = InMemoryTransport.createLinkedPair();
await server.factory({ era: "legacy" }).connect(theirs as never);
await client.connect(ours);

const bare = () =>
  new Promise<void>((resolve) => {
    const child = spawn("/bin/bash", ["--noprofile", "--norc", "-c", "--", "true"], { env: environment });
    child.stdout.resume();
    child.stderr.resume();
    child.on("close", () => resolve());
  });
const guarded = () => client.callTool({ name: "execute_command", arguments: { command: "true" } });

/** Alternating, so that a busy machine slows both alike. */
const times = { bare: [] as number[], guarded: [] as number[] };
const early = { bare: [] as number[], guarded: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, work] of [
    ["bare", bare],
    ["guarded", guarded],
  ] as const) {
    const start = performance.now();
    await work();
    (round < WARM ? early : times)[name].push(performance.now() - start);
  }
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const ratio = median(times.guarded) / median(times.bare);
console.log(
  `execute_command true: ${median(times.guarded).toFixed(2)} ms, bare spawn ${median(times.bare).toFixed(2)} ms, ratio ${ratio.toFixed(2)} (target 1.5); first ${WARM} calls ${(median(early.guarded) / median(early.bare)).toFixed(2)}`,
);

const names = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`X${n}_TOKEN`, `value-${n}-of-a-secret`]),
);
const redactor = createRedactor({ environment: names });
const kilobyte = "An ordinary line of output, as /usr/bin/programs write them: 42 files, 0 errors.\n"
  .repeat(13)
  .slice(0, 1_024);
for (let n = 0; n < 20_000; n++) redactor.text(kilobyte);
const start = performance.now();
for (let n = 0; n < 50_000; n++) redactor.text(kilobyte);
console.log(
  `redaction: ${((performance.now() - start) / 50).toFixed(2)} µs per kB without a hit (budget 10)`,
);

await client.close();
await server.close();
rmSync(stateDir, { recursive: true, force: true });
