import { ENTRIES } from "../settings/names.ts";
import { format } from "../settings/doc.ts";
import type { Command, Option } from "./command.ts";
import { EXIT_MEANINGS } from "./exit.ts";
import { type Io, print } from "./io.ts";
import { styled } from "./style.ts";

export function showHelp(io: Io, commands: readonly Command[]): void {
  const paint = styled(io);
  print(
    io,
    `${paint("bold", "termgate")}: one MCP server between AI agents and your terminals`,
    "",
    paint("bold", "Begin"),
    ...columns([
      ["termgate install claude-code", "connect Claude Code; it shows the change and asks first"],
      ["termgate doctor", "see what is missing, each with a line that mends it"],
      ["termgate tools --safety readonly", "see what an agent would be offered"],
      ["termgate", "serve MCP on stdin and stdout; clients start this"],
      ["termgate http --bind 127.0.0.1:8787", "serve MCP over HTTP, with a token"],
      ["termgate audit --follow", "watch what agents do"],
    ]),
    "",
    paint("bold", "Commands"),
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    "",
    paint("bold", "Everywhere"),
    ...columns([
      ["--safety <tier>", "readonly, mutating (default) or destructive"],
      ["--profile <name>", "full (default), core, libtmux, safeshell or botctl"],
      ["termgate <command> --help", "examples and options of one command"],
      ["termgate help settings", "every setting: flag, variable, file key, default"],
      ["--version", "the version"],
    ]),
    "",
    paint("bold", "Exit codes"),
    ...columns(EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning])),
  );
}

export function showCommandHelp(io: Io, command: Command): void {
  const paint = styled(io);
  const options = Object.entries(command.options)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, option]) => [spelled(name, option), option.doc] as const);
  print(
    io,
    `${paint("bold", `termgate ${command.name}`)}: ${command.summary}`,
    "",
    `Usage: termgate ${command.name} ${command.usage}`.trimEnd(),
    "",
    paint("bold", "Examples"),
    ...columns(command.examples),
    ...(options.length > 0 ? ["", paint("bold", "Options"), ...columns(options)] : []),
    "",
    "Every setting is a flag as well: termgate help settings",
  );
}

export function showSettings(io: Io): void {
  const paint = styled(io);
  const lines = ENTRIES.flatMap(({ flag, variable, path, setting }) => [
    paint("bold", flag === undefined ? `[[${path}]] in a file` : `--${flag}`),
    `  ${setting.doc}`,
    `  ${[variable, path, setting.default === undefined ? undefined : `default ${format(setting.default)}`].filter(Boolean).join(" · ")}`,
  ]);
  print(io, ...lines);
}

function spelled(name: string, { takes }: Option): string {
  return takes === undefined ? `--${name}` : `--${name} <${takes}>`;
}

function columns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
