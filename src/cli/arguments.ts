import { parseArgs } from "node:util";
import { ENTRIES } from "../settings/names.ts";
import { nearest } from "../settings/nearest.ts";
import { shown } from "../settings/problem.ts";
import { flag as booleanKind } from "../settings/setting.ts";
import type { Args, Command, Option } from "./command.ts";
import { EXIT, Stop } from "./exit.ts";

const ALWAYS: Readonly<Record<string, Option>> = {
  help: { doc: "Show this help." },
  version: { doc: "Show the version." },
};

/** Every setting is a flag of every command. */
const SETTINGS: Readonly<Record<string, Option>> = Object.fromEntries(
  ENTRIES.flatMap(({ flag, setting }) => {
    if (flag === undefined) return [];
    const { doc, kind } = setting;
    if (kind.wants !== booleanKind.wants) return [[flag, { doc, takes: "value" }]];
    return [
      [flag, { doc }],
      [`no-${flag}`, { doc }],
    ];
  }),
);

type Known = Readonly<Record<string, Option>>;

function tokensOf(argv: readonly string[], known: Known) {
  const options = Object.entries(known).map(([name, { takes }]) => [
    name,
    { type: takes === undefined ? "boolean" : "string" } as const,
  ]);
  return parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(options), help: { type: "boolean", short: "h" } },
    strict: false,
    tokens: true,
  }).tokens;
}

/** The first word that is no flag and no flag's value, and where it stands. */
export function commandWord(argv: readonly string[]): { word: string; index: number } | undefined {
  const token = tokensOf(argv, { ...SETTINGS, ...ALWAYS }).find(({ kind }) => kind !== "option");
  return token?.kind === "positional" ? { word: token.value, index: token.index } : undefined;
}

export function readArguments(
  command: Command,
  argv: readonly string[],
): Args & { help: boolean; version: boolean } {
  const known: Known = { ...SETTINGS, ...ALWAYS, ...command.options };
  const positionals: string[] = [];
  const given: Record<string, string | true> = {};
  for (const token of tokensOf(argv, known)) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind === "option") given[token.name] = valueOf(token, known, command);
  }
  const pick = (names: Known) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(names, name)));
  const { help = false, version = false } = given;
  if (!help && !version) count(command, positionals);
  return {
    positionals,
    options: pick(command.options),
    flags: Object.fromEntries(
      Object.entries(pick(SETTINGS)).filter(([name]) => !Object.hasOwn(command.options, name)),
    ),
    help: help === true,
    version: version === true,
  };
}

interface Given {
  readonly name: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf({ name, value, inlineValue }: Given, known: Known, command: Command): string | true {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  const help = `See: termgate ${command.name} --help`;
  if (!option) {
    const meant = nearest(name, Object.keys(known));
    const hint = meant === undefined ? help : `Did you mean --${meant}? ${help}`;
    throw new Stop(EXIT.usage, `There is no flag ${name.length === 1 ? "-" : "--"}${shown(name)}.`, hint);
  }
  if (option.takes === undefined) {
    if (value === undefined) return true;
    throw new Stop(
      EXIT.usage,
      `--${name} takes no value.`,
      Object.hasOwn(known, `no-${name}`) ? `Switch it off with --no-${name}.` : help,
    );
  }
  // A flag in place of the value is a forgotten value; a value that begins with a dash is given with "=".
  if (value === undefined || (!inlineValue && /^-./.test(value)))
    throw new Stop(EXIT.usage, `--${name} needs a value: --${name}=<${option.takes}>.`, help);
  return value;
}

function count({ name, words: [least, most], usage }: Command, positionals: readonly string[]): void {
  const hint = `Usage: termgate ${name} ${usage}`.trimEnd();
  if (positionals.length < least)
    throw new Stop(EXIT.usage, `${name} needs ${least === 1 ? "a word" : `${least} words`} more.`, hint);
  if (positionals.length > most)
    throw new Stop(EXIT.usage, `${name} takes ${most === 0 ? "no words" : `at most ${most}`}.`, hint);
}
