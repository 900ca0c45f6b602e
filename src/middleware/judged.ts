import { resolve } from "node:path";
import { fullText, quote } from "../shell/quote.ts";
import { byRole, type Role } from "../tools/args.ts";
import type { Call } from "../tools/tool.ts";
import type { LineTracker } from "../tools/typed-lines.ts";

/** One thing in a call that the judge must see, put as the command it amounts to. */
export interface Exhibit {
  readonly text: string;
  readonly cwd: string;
  /** A person typed or pasted it elsewhere in part, so it may not be the whole line. */
  readonly certain: boolean;
  /** Asked about even where dangerous commands run unasked: it changes what later commands mean. */
  readonly lasting: boolean;
  /** Typed while another program has the terminal: meant for that one, most likely, and read by a shell if it is not. */
  readonly ahead: boolean;
}

export interface Witness {
  /** Folder of a command whose call names none. */
  readonly cwd: string;
  readonly tracker: LineTracker | undefined;
}

type Argument = { readonly name: string; readonly role: Role; readonly value: unknown };

/** Everything in a call that would run, or that decides what runs. Read from the roles of its arguments alone. */
export async function exhibits(call: Call, { cwd: fallback, tracker }: Witness): Promise<readonly Exhibit[]> {
  const args = byRole(call.tool, call.input);
  const folder = textOf(args, "cwd");
  const cwd = resolve(fallback, folder ?? ".");
  const elsewhere = folder === undefined && tracker ? await tracker.folders(call) : [];
  const shown = (text: string, lasting = false): Exhibit => ({
    text,
    cwd,
    certain: true,
    lasting,
    ahead: false,
  });

  const commands = args.filter(({ role }) => role === "command").map(({ value }) => String(value));
  const argv = args.filter(({ role }) => role === "argv").flatMap(({ value }) => strings(value));
  const [first, ...others] = commands;
  const texts =
    first === undefined
      ? argv.length > 0
        ? [argv.map(quote).join(" ")]
        : []
      : [fullText(first, argv), ...others];

  const typed = tracker ? await tracker.submitted(call) : [];
  return [
    ...texts.flatMap((text) =>
      (elsewhere.length > 0 ? elsewhere : [cwd]).map((place) => ({ ...shown(text), cwd: place })),
    ),
    ...(folder === undefined || texts.length > 0 ? [] : [shown(`cd -- ${quote(folder)}`)]),
    ...args
      .filter(({ role }) => role === "format")
      .flatMap(({ value }) => jobs(String(value)).map((job) => shown(job, true))),
    ...args
      .filter(({ role }) => role === "option")
      .flatMap(({ value }) => ofOption(String(value), call).map((text) => shown(text, true))),
    ...variables(args, call).map((text) => shown(text, true)),
    ...args.filter(({ role }) => role === "path").map(({ value }) => shown(touch(call, String(value)))),
    ...typed.map((line) => ({ ...line, lasting: false })),
  ];
}

function textOf(args: readonly Argument[], role: Role): string | undefined {
  const value = args.find((argument) => argument.role === role)?.value;
  return typeof value === "string" ? value : undefined;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** A path no command names: what the tool does to it follows from its tier. */
function touch(call: Call, path: string): string {
  return call.tool.tier === "readonly" ? `cat -- ${quote(path)}` : `: > ${quote(path)}`;
}

function variables(args: readonly Argument[], call: Call): string[] {
  const value = call.input["value"];
  return args.flatMap(({ role, value: given }) => {
    if (role === "env_name")
      return [`export ${quote(`${String(given)}=${typeof value === "string" ? value : ""}`)}`];
    if (role !== "environment" || given === null || typeof given !== "object") return [];
    return Object.entries(given).map(([name, content]) => `export ${quote(`${name}=${String(content)}`)}`);
  });
}

/** `#{E:…}` and `#{T:…}` expand a value a second time. That of an option was judged when it was set; no other was. */
const EXPANDS_TWICE = /[{;][ET][:;](?!(?:@[\w-]+|[a-z]+(?:-[a-z0-9]+)+)\})/;

/** The programs a tmux format runs: `#(…)`, with nested brackets, in any part of it, or whatever it may turn into. */
export function jobs(format: string): string[] {
  const found = EXPANDS_TWICE.test(format) ? [`tmux-format ${quote(format)}`] : [];
  for (let at = format.indexOf("#("); at >= 0; at = format.indexOf("#(", at + 2)) {
    let depth = 1;
    let end = at + 2;
    for (; end < format.length && depth > 0; end++) {
      if (format[end] === "(") depth++;
      else if (format[end] === ")") depth--;
    }
    found.push(format.slice(at + 2, depth === 0 ? end - 1 : end));
  }
  return found;
}

/** Options whose value is a command line; every other value is a format at most. */
const RUNS =
  /^(?:default-command|default-shell|lock-command|copy-command|editor|command-alias(?:\[\d+\])?|update-environment)$/;
/** Names of hooks: their values are tmux commands, which can run anything. */
const HOOKS = /^(?:after-|client-|pane-|session-|window-|alert-|command-error)/;
/** Options that only look like hooks. */
const LOOKS = /(?:-format|-style|-colou?rs?|-lines?|-indicators|-status|-index|-size|-title|-height|-width)$/;

function ofOption(option: string, call: Call): string[] {
  const given = call.input["value"];
  const value = typeof given === "string" ? given : JSON.stringify(given ?? "");
  const name = option.trim();
  if (RUNS.test(name)) return [value];
  const isHook = HOOKS.test(name) && !LOOKS.test(name.replace(/\[\d+\]$/, ""));
  return isHook ? [`tmux ${value}`] : jobs(value);
}
