import { resolve } from "node:path";
import { linesOf } from "../../os/lines.ts";
import type { Verdict } from "../../policy/verdict.ts";
import { rulesOf, worldIn } from "../../shell/world.ts";
import { stateDirOf } from "../../store/state-dir.ts";
import type { Args, Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { type Io, print } from "../io.ts";
import { openSettings } from "../open.ts";

type Check = (command: string, cwd: string, home: string) => Verdict;

export default {
  name: "check",
  summary: "judge a command without running it, and say why",
  usage: "<command> [--cwd folder] [--json] | --jsonl",
  examples: [
    ["termgate check 'rm -rf build'", "allow, ask or block, with the reason"],
    ["termgate check 'git status' --json", "the whole verdict for another program"],
    ["termgate check --jsonl < commands.jsonl", 'one verdict per line of {"command", "cwd"?, "home"?}'],
  ],
  options: {
    cwd: { takes: "folder", doc: "Judge it as if it ran there; the folder need not exist." },
    json: { doc: "Write the verdict as one JSON object." },
    jsonl: { doc: "Read one JSON object per line from standard input and write one verdict for each." },
  },
  words: [0, 1],

  async run(io, args) {
    const [command] = args.positionals;
    const check = await openCheck(io, args);
    const cwd = resolve(io.cwd, typeof args.options["cwd"] === "string" ? args.options["cwd"] : ".");
    if (args.options["jsonl"])
      return checkLines(io, (line) => checkLine(line, { check, cwd, home: io.home }));
    if (command === undefined) throw new Stop(EXIT.usage, "check wants a command in quotes, or --jsonl.");
    const verdict = check(command, cwd, io.home);
    const { explain } = await import("../../policy/explain.ts");
    print(io, args.options["json"] ? JSON.stringify(verdict) : explain(verdict));
    return verdict.verdict === "allow" ? EXIT.ok : EXIT.failed;
  },
} satisfies Command;

async function openCheck(io: Io, args: Args): Promise<Check> {
  const settings = await openSettings(io, args);
  const { judge } = await import("../../policy/judge.ts");
  const given = {
    settings,
    environment: io.environment,
    stateDir: stateDirOf(settings, io),
    rules: await rulesOf(settings),
  };
  return (command, cwd, home) => judge(command, worldIn({ ...given, home, project: cwd })(cwd));
}

interface Given {
  readonly check: Check;
  readonly cwd: string;
  readonly home: string;
}

function checkLine(line: string, { check, cwd, home }: Given): object {
  const asked = parse(line);
  if (typeof asked === "string") return { error: asked };
  return check(asked.command, asked.cwd ?? cwd, asked.home ?? home);
}

/** What one line asks, or what is wrong with it. */
function parse(line: string): { command: string; cwd?: string; home?: string } | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "The line is not JSON.";
  }
  if (value === null || typeof value !== "object" || !("command" in value)) return "The line has no command.";
  const { command } = value;
  if (typeof command !== "string") return "command must be text.";
  const cwd = "cwd" in value ? value.cwd : undefined;
  const home = "home" in value ? value.home : undefined;
  if (cwd !== undefined && (typeof cwd !== "string" || !cwd.startsWith("/")))
    return "cwd must be an absolute path.";
  if (home !== undefined && (typeof home !== "string" || !home.startsWith("/")))
    return "home must be an absolute path.";
  return { command, ...(cwd !== undefined && { cwd }), ...(home !== undefined && { home }) };
}

async function checkLines(io: Io, answer: (line: string) => object): Promise<number> {
  for await (const line of linesOf(io.stdin as AsyncIterable<Buffer>)) {
    if (io.stdout.write(`${ascii(JSON.stringify(answer(line)))}\n`)) continue;
    await new Promise((resolve) => io.stdout.once("drain", resolve));
  }
  return EXIT.ok;
}

/** The same JSON without a character that some reader takes for the end of a line. */
function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
