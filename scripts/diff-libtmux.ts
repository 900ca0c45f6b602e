// Makes the same calls on libtmux-mcp and on termgate in its place, and prints where the answers differ. Every
// difference has a row in docs/libtmux-differences.md; one without a row fails.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Asked, CALLS } from "./libtmux/calls.ts";
import { openPair, reference, type Side } from "./libtmux/pair.ts";

const DOC = "docs/libtmux-differences.md";

const program = reference();
if (!program) {
  console.log("There is no Python here that could run the reference; nothing was compared.");
  process.exit(0);
}
const explained = new Set(
  [...readFileSync(DOC, "utf8").matchAll(/^\| `([^`]+)` \|/gm)].map(([, label]) => label),
);
const pair = await openPair(program);
const found: { label: string; reference: unknown; termgate: unknown }[] = [];
try {
  await compareTools();
  await compareCalls();
} finally {
  await pair.close();
}

for (const { label, ...sides } of found) {
  console.log(`\n${explained.has(label) ? "explained" : "UNEXPLAINED"}: ${label}`);
  for (const [side, answer] of Object.entries(sides)) console.log(`  ${side}: ${short(answer)}`);
}
const unexplained = found.filter(({ label }) => !explained.has(label));
const stale = [...explained].filter((label) => !found.some((one) => one.label === label));
console.log(`\n${CALLS.length} calls, ${found.length} differences, ${unexplained.length} unexplained.`);
if (stale.length > 0) console.log(`Explained but not seen in this run: ${stale.join(", ")}.`);
process.exitCode = unexplained.length > 0 ? 1 : 0;

/** Names, required arguments and defaults of every tool. */
async function compareTools(): Promise<void> {
  const [theirs, ours] = await Promise.all(pair.sides.map(surface));
  for (const name of new Set([...(theirs?.keys() ?? []), ...(ours?.keys() ?? [])]))
    note(`arguments of ${name}`, theirs?.get(name), ours?.get(name));
}

async function surface({ client }: Side): Promise<Map<string, unknown>> {
  const { tools } = await client.listTools();
  return new Map(
    tools.map(({ name, inputSchema, annotations = {} }) => {
      const fields = Object.entries(inputSchema.properties ?? {}).map(([field, schema]) => {
        const { default: value = null } = schema as { default?: unknown };
        return [field, value] as const;
      });
      const { title: _, ...hints } = annotations;
      const required = (inputSchema.required ?? []).toSorted();
      return [name, { defaults: Object.fromEntries(fields), required, hints }];
    }),
  );
}

async function compareCalls(): Promise<void> {
  const kept = pair.sides.map(() => ({}) as Record<string, any>);
  for (const asked of CALLS) {
    const [theirs, ours] = await Promise.all(pair.sides.map((side, i) => answer(side, asked, kept[i] ?? {})));
    note(asked.label, theirs, ours);
  }
}

async function answer(side: Side, asked: Asked, kept: Record<string, any>): Promise<unknown> {
  asked.before?.(side.tmux);
  if (asked.before) await delay(300);
  const result: any = await side.client
    .callTool({ name: asked.tool, arguments: asked.args?.(kept) ?? {} })
    .catch((error: Error) => ({ isError: true, protocol: error.message }));
  if (asked.keep) kept[asked.keep] = result.structuredContent;
  if (asked.shows) await shown(side, asked.shows);
  const expected = result._meta?.expected;
  if (result.isError) return { isError: true, expected: result.protocol ? "protocol error" : expected };
  return { isError: false, ...(!asked.wording && { output: plain(result.structuredContent) }) };
}

async function shown({ tmux }: Side, text: RegExp): Promise<void> {
  for (let tries = 0; tries < 40 && !text.test(tmux("capture-pane", "-p", "-t", "work")); tries += 1)
    await delay(50);
}

/** What differs from run to run is named, not compared; ids are numbered in the order they are met. */
function plain(value: unknown): unknown {
  const seen = new Map<string, string>();
  const numbered = (id: string) => {
    if (!seen.has(id)) seen.set(id, `${id[0]}${[...seen.keys()].filter((key) => key[0] === id[0]).length}`);
    return seen.get(id) ?? id;
  };
  const walk = (inner: unknown, name: string): unknown => {
    if (/(_pid|_tty|_created|cursor|elapsed_seconds|effective_timeout|window_layout)$/.test(name))
      return `<${name}>`;
    if (typeof inner === "string")
      return inner
        .replace(/[0-9a-f]{32}/g, "<hex>")
        .replaceAll(/\b(reference|termgate)\b/g, "<side>")
        .replaceAll(/(?<![\w%])[%@$]\d+\b/g, numbered);
    if (Array.isArray(inner)) return inner.map((item) => walk(item, name));
    if (typeof inner !== "object" || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, walk(item, key)]));
  };
  return walk(value, "");
}

function note(label: string, theirs: unknown, ours: unknown): void {
  if (!isDeepStrictEqual(theirs, ours)) found.push({ label, reference: theirs, termgate: ours });
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
