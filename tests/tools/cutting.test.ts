import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect, SHELL, test as room } from "./room.ts";

const LIMIT = 1_000_000;

const test = room.extend<{
  /** A tool's answer, which is within the limit as it goes over the wire. */
  within: (name: string, args: Record<string, unknown>) => Promise<{ output: any; text: string; meta: any }>;
}>({
  within: async ({ client }, use) => use((name, args) => bounded(client, name, args)),
});

async function bounded(client: Client, name: string, args: Record<string, unknown>) {
  const result: any = await client.callTool({ name, arguments: args });
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(LIMIT);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeGreaterThan(LIMIT * 0.8);
  return { output: result.structuredContent, text: result.content.at(-1).text, meta: result._meta };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

test("a command's output that is too long loses whole lines, and says how many", async ({ within, pane }) => {
  const { output, text, meta } = await within("run_command", { command: "seq 1 100000", pane_id: pane });

  const gone = output.output_truncated_lines;
  expect(output).toMatchObject({ exit_status: 0, output_truncated: true });
  expect(output.output).toEqual(numbers(gone + 1, 100_000));
  expect(JSON.parse(text)).toEqual(output);
  expect(meta["termgate/truncatedBytes"]).toBeGreaterThan(0);
});

test("what the caller left out and what had no place are counted together", async ({ within, pane }) => {
  const { output } = await within("run_command", {
    command: "seq 1 100000",
    max_lines: 90_000,
    pane_id: pane,
  });

  expect(output.output).toEqual(numbers(output.output_truncated_lines + 1, 100_000));
});

test("one line that is longer than an answer keeps its end", async ({ within, pane }) => {
  const { output } = await within("run_command", {
    command: "printf '%01500000d' 7; printf ' the end\\n'",
    pane_id: pane,
  });

  expect(output).toMatchObject({ output_truncated: true, output_truncated_lines: 0 });
  expect(output.output).toEqual([expect.stringMatching(/^0+7 the end$/)]);
});

const long = test.extend<{ scrolled: string }>({
  scrolled: async ({ tmux, pane }, use) => {
    tmux("set-option", "-g", "history-limit", "50000");
    await use(tmux("split-window", "-P", "-F", "#{pane_id}", "-t", pane, SHELL));
  },
});

const PRINT = "for ((i = 10001; i <= 30000; i++)); do printf 'row %d %060d \"\\\\\\n' $i 0; done";
const rowOf = (line: string | undefined) => Number(/^row (\d+)/.exec(line ?? "")?.[1]);

long("rows that capture_since could not send are told as cut", async ({ within, call, scrolled }) => {
  const { cursor } = (await call("capture_since", { pane_id: scrolled })).output;
  await call("run_command", { command: PRINT, pane_id: scrolled, max_lines: 1, timeout: 60 });

  const { output } = await within("capture_since", { cursor, max_lines: null, max_bytes: null });

  const { lines, truncated, truncated_lines, truncated_bytes, lines_missed } = output;
  expect({ truncated, lines_missed, last: lines.at(-1) }).toEqual({
    truncated: true,
    lines_missed: false,
    last: "$",
  });
  // The prompt with the command came before the first.
  expect(rowOf(lines[0])).toBe(10_001 + truncated_lines - 1);
  expect(truncated_bytes).toBeGreaterThan(truncated_lines * 60);
});

long("a search and a capture tell their cuts too", async ({ within, call, scrolled }) => {
  await call("run_command", { command: PRINT, pane_id: scrolled, max_lines: 1, timeout: 60 });

  const search = await within("search_panes", {
    pattern: "^row",
    regex: true,
    content_start: -30_000,
    max_matched_lines_per_pane: 100_000,
  });
  expect(search.output.truncated).toBe(true);
  expect(rowOf(search.output.matches[0].matched_lines.at(-1))).toBe(30_000);
  expect(rowOf(search.output.matches[0].matched_lines[0])).toBeGreaterThan(10_001);

  const { output, text } = await within("capture_pane", {
    pane_id: scrolled,
    start: -30_000,
    max_lines: 20_000,
  });
  const [mark = "", first, ...rest] = output.result.split("\n");
  expect(text).toBe(output.result);
  expect(/^\[\.\.\. truncated (\d+) lines \.\.\.\]$/.exec(mark)).not.toBeNull();
  const whole = (await call("capture_pane", { pane_id: scrolled, start: -30_000, max_lines: 1 })).output;
  const all = Number(/\d+/.exec(whole.result)?.[0]) + 1;
  expect(Number(/\d+/.exec(mark)?.[0])).toBe(all - rest.length - 1);
  expect(rowOf(first)).toBe(30_000 - rest.length + 1);
});

test("a buffer that is too long is cut at a line", async ({ within, call, pane }) => {
  expect(pane).toBe("%0");
  const content = numbers(1, 100_000).join("\n");
  const { buffer_name } = (await call("load_buffer", { content })).output;

  const { output } = await within("show_buffer", { buffer_name, max_lines: null });

  expect(output.content_truncated).toBe(true);
  expect(output.content).toBe(numbers(output.content_truncated_lines + 1, 100_000).join("\n"));
});

test("a batch of long answers stays within the limit and says so", async ({ client, pane }) => {
  const operations = Array.from({ length: 3 }, () => ({
    tool: "run_command",
    arguments: { command: "seq 1 40000", pane_id: pane },
  }));

  const result: any = await client.callTool({ name: "call_mutating_tools_batch", arguments: { operations } });

  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(LIMIT);
  const { response_truncated, response_truncated_bytes, results } = result.structuredContent;
  expect(response_truncated).toBe(true);
  expect(response_truncated_bytes).toBeGreaterThan(0);
  expect(results.at(-1).structured_content?.output ?? []).not.toHaveLength(1);
});

const small = test.extend({
  overrides: async ({ overrides }, use) =>
    use({ ...overrides, house: { ...overrides.house, responseLimit: 20_000 } }),
});

small("panes that have no place in a search are those of the next page", async ({ client, tmux, pane }) => {
  for (let i = 0; i < 40; i += 1) tmux("new-window", "-d", "-t", "work", "echo found; exec cat");
  await expect.poll(() => tmux("list-panes", "-a", "-f", "#{C:found}").split("\n").length).toBe(40);

  const page = async (offset: number) => {
    const result: any = await client.callTool({
      name: "search_panes",
      arguments: { pattern: "found", offset },
    });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(20_000);
    return result.structuredContent;
  };
  const seen: string[] = [];
  for (let more = true; more;) {
    const { matches, truncated, truncated_panes } = await page(seen.length);
    seen.push(...matches.map(({ pane_id }: { pane_id: string }) => pane_id));
    expect(truncated).toBe(truncated_panes.length > 0);
    expect(matches.length + truncated_panes.length).toBe(40 - seen.length + matches.length);
    more = truncated;
  }

  expect(new Set(seen).size).toBe(40);
  expect(seen).not.toContain(pane);
});

small("a screen that is too long is cut at a row and says so", async ({ client, tmux, folder }) => {
  const file = join(folder, "rows");
  writeFileSync(file, numbers(1, 190).join(`${"-".repeat(390)}\n`));
  const show = `cat ${file}; exec cat`;
  tmux("new-session", "-d", "-s", "large", "-x", "400", "-y", "200", show);
  await expect.poll(() => tmux("capture-pane", "-p", "-t", "large:")).toContain("\n190");

  const result: any = await client.callTool({
    name: "snapshot_pane",
    arguments: { session_name: "large" },
  });

  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(20_000);
  const { content, content_truncated, content_truncated_lines } = result.structuredContent;
  expect(content_truncated).toBe(true);
  expect(content).toMatch(new RegExp(`^${content_truncated_lines + 1}-`));
  expect(content).toMatch(/190$/);
});
