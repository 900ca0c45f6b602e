import { ToolError } from "../errors.ts";
import { command } from "./control/quote.ts";
import type { EnvironmentResult, HookEntry, HookListResult, OptionResult } from "./models.ts";
import type { Server } from "./server.ts";
import type { Within } from "./within.ts";

export type OptionScope = "server" | "session" | "window" | "pane";

export interface OptionPlace {
  readonly scope?: OptionScope | null | undefined;
  /** An id of a session, window or pane, found before. */
  readonly target?: string | null | undefined;
  readonly global?: boolean | undefined;
}

const SCOPES = { server: "-s", session: false, window: "-w", pane: "-p" } as const;

/** The value as set in just that place; null when it is not set there. */
export async function showOption(
  server: Server,
  option: string,
  at: OptionPlace,
  limit: Within,
): Promise<OptionResult> {
  const [body = ""] = await server.read([command("show-options", ...flags(at), "--", option)], limit);
  const entries = parsed(body);
  const single = entries.find(([name]) => name === option);
  const list = entries.filter(([name]) => name.startsWith(`${option}[`));
  const value = single
    ? typed(single[1])
    : list.length > 0
      ? Object.fromEntries(list.map(([name, item]) => [name.slice(option.length + 1, -1), item]))
      : null;
  return { option, value };
}

export async function setOption(
  server: Server,
  option: string,
  value: string,
  at: OptionPlace & { readonly limit: Within },
): Promise<void> {
  await server.write([command("set-option", ...flags(at), "--", option, value)], at.limit);
}

const VARIABLE = /([^=\n]+)="((?:\\[^]|[^"\\])*)"; export \1;\n|unset ([^;\n]+);\n/g;

/** Without a session: the environment every new session starts from. Asked as a shell would read it: values may hold line ends. */
export async function showEnvironment(
  server: Server,
  sessionId: string | undefined,
  limit: Within,
): Promise<EnvironmentResult> {
  const [body = ""] = await server.read(
    [command("show-environment", "-s", ...(sessionId === undefined ? ["-g"] : ["-t", sessionId]))],
    limit,
  );
  const variables: Record<string, string | boolean> = {};
  for (const [, name, value = "", unset] of body.matchAll(VARIABLE)) {
    if (unset !== undefined) variables[`-${unset}`] = true;
    else if (name !== undefined) variables[name] = value.replace(/\\([^])/g, "$1");
  }
  return { variables };
}

export async function setEnvironment(
  server: Server,
  variable: { readonly name: string; readonly value: string; readonly sessionId?: string | undefined },
  limit: Within,
): Promise<void> {
  const { name, value, sessionId } = variable;
  if (name === "" || name.includes("="))
    throw new ToolError("InvalidVariable", "A variable name is empty or holds an equals sign.");
  await server.write(
    [
      command(
        "set-environment",
        ...(sessionId === undefined ? ["-g"] : ["-t", sessionId]),
        "--",
        name,
        value,
      ),
    ],
    limit,
  );
}

/** The hooks set in one place; those of the whole server live in two tables. */
export async function showHooks(server: Server, at: OptionPlace, limit: Within): Promise<HookListResult> {
  const wholeServer = at.scope === "server" && !at.target;
  const asked = wholeServer ? ["show-hooks -g", "show-hooks -gw"] : [command("show-hooks", ...hookFlags(at))];
  const bodies = await server.read(asked, limit);
  const entries = bodies.flatMap((body) => parsed(body).map(hook)).filter((entry) => entry.command !== "");
  return {
    entries: entries.toSorted((a, b) =>
      a.hook_name < b.hook_name ? -1 : a.hook_name > b.hook_name ? 1 : (a.index ?? 0) - (b.index ?? 0),
    ),
  };
}

export async function showHook(
  server: Server,
  name: string,
  at: OptionPlace,
  limit: Within,
): Promise<HookListResult> {
  const [body = ""] = await server.read([command("show-hooks", ...hookFlags(at), "--", name)], limit);
  return {
    entries: parsed(body)
      .map(hook)
      .filter((entry) => entry.command !== ""),
  };
}

function flags({ scope, target, global }: OptionPlace): (string | false)[] {
  return [scope ? SCOPES[scope] : false, global ? "-g" : false, ...(target ? ["-t", target] : [])];
}

function hookFlags({ scope, target, global }: OptionPlace): (string | false)[] {
  if (scope !== "server") return flags({ scope, target, global });
  return ["-g", ...(target ? ["-t", target] : [])];
}

function hook([name, value]: readonly [string, string]): HookEntry {
  const [, bare = name, index] = /^(.*)\[(\d+)\]$/.exec(name) ?? [];
  return { hook_name: bare, index: index === undefined ? null : Number(index), command: value };
}

function parsed(body: string): (readonly [string, string])[] {
  return body
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const space = line.indexOf(" ");
      return space < 0
        ? ([line, ""] as const)
        : ([line.slice(0, space), unquoted(line.slice(space + 1))] as const);
    });
}

/** tmux quotes values as its own parser would read them back. */
function unquoted(value: string): string {
  if (/^'.*'$/s.test(value)) return value.slice(1, -1);
  if (!/^".*"$/s.test(value)) return value.replace(/\\(.)/gs, "$1");
  return value.slice(1, -1).replace(/\\(\d{3}|.)/gs, (_, char: string) => {
    if (/^\d{3}$/.test(char)) return String.fromCharCode(Number.parseInt(char, 8));
    return { n: "\n", r: "\r", t: "\t", e: "\x1b" }[char] ?? char;
  });
}

function typed(value: string): unknown {
  if (/^\d+$/.test(value)) return Number(value);
  return value === "on" ? true : value === "off" ? false : value;
}
