import {
  dropStart,
  hasGlob,
  isUnknown,
  knownStart,
  literal,
  mayBeOption,
  maySplit,
  type Field,
} from "./shell/field.ts";

/** What the value of an option is to the program. `flag` has none; `optional` only takes an attached one. */
type OptionRole =
  | "flag"
  | "optional"
  | "text"
  | "read"
  | "search"
  | "write"
  | "replace"
  | "deny"
  | "denyFlag";

/** Options of a program, blank-separated: `"-o --output"`. What is listed nowhere is not trusted unless `open`. */
export interface OptionSpec {
  readonly flags?: string;
  readonly optional?: string;
  readonly text?: string;
  readonly read?: string;
  readonly search?: string;
  readonly write?: string;
  readonly replace?: string;
  /** Not safe, and takes a value. */
  readonly deny?: string;
  /** Not safe, and takes no value. */
  readonly denyFlag?: string;
  /** Options that are not listed are harmless flags. */
  readonly open?: boolean;
  /** The first operand ends the options, as for a program that runs another. */
  readonly stop?: boolean;
  /** `-5` is a number, not an option. */
  readonly numeric?: boolean;
  /** Long options begin with one dash, as those of find and java do. */
  readonly oneDash?: boolean;
}

interface Option {
  readonly name: string;
  readonly role: OptionRole;
  readonly value: Field | undefined;
}

export interface Parsed {
  readonly options: readonly Option[];
  readonly operands: readonly Field[];
  /** Options we do not know. */
  readonly unlisted: readonly Field[];
  /** Words that may turn out to be options at run time. */
  readonly dynamic: readonly Field[];
}

type Table = ReadonlyMap<string, OptionRole>;

const tables = new WeakMap<OptionSpec, Table>();
const ROLES = ["flag", "optional", "text", "read", "search", "write", "replace", "deny", "denyFlag"] as const;

function tableOf(spec: OptionSpec): Table {
  const known = tables.get(spec);
  if (known) return known;
  const table = new Map<string, OptionRole>();
  for (const role of ROLES) {
    const names = role === "flag" ? spec.flags : spec[role];
    for (const name of (names ?? "").split(/\s+/)) if (name !== "") table.set(name, role);
  }
  tables.set(spec, table);
  return table;
}

const takesValue = (role: OptionRole): boolean =>
  role !== "flag" && role !== "optional" && role !== "denyFlag";

export function parseOptions(args: readonly Field[], spec: OptionSpec): Parsed {
  const table = tableOf(spec);
  const parsed = {
    options: [] as Option[],
    operands: [] as Field[],
    unlisted: [] as Field[],
    dynamic: [] as Field[],
  };
  const reader = { table, spec, parsed, args, at: 0 };
  for (; reader.at < args.length; reader.at += 1) {
    const field = args[reader.at] ?? [];
    const start = knownStart(field);
    if (literal(field) === "--") {
      parsed.operands.push(...args.slice(reader.at + 1));
      break;
    }
    if (start.startsWith("--") && start.length > 2 && !spec.oneDash) readLong(field, reader);
    else if (start.startsWith("-") && start.length > 1) {
      if (spec.oneDash) readOneDash(field, reader);
      else if (spec.numeric && /^-\d+$/.test(start))
        parsed.options.push({ name: start, role: "flag", value: undefined });
      else readCluster(field, reader);
    } else if (
      start === "-" &&
      field.length > 1 &&
      field.every((piece) => piece.kind === "text" || (piece.kind === "unknown" && piece.shape === "integer"))
    ) {
      parsed.options.push({ name: "-0", role: "flag", value: undefined });
    } else {
      if (isUnknown(field) && (mayBeOption(field) || maySplit(field))) parsed.dynamic.push(field);
      else if (hasGlob(field) && mayBeOption(field)) parsed.dynamic.push(field);
      else if (start === "-" && field.length > 1) parsed.dynamic.push(field);
      parsed.operands.push(field);
      if (spec.stop) {
        parsed.operands.push(...args.slice(reader.at + 1));
        break;
      }
      continue;
    }
    if (maySplit(field)) parsed.dynamic.push(field);
  }
  return parsed;
}

interface Reader {
  readonly table: Table;
  readonly spec: OptionSpec;
  readonly parsed: { options: Option[]; operands: Field[]; unlisted: Field[]; dynamic: Field[] };
  readonly args: readonly Field[];
  at: number;
}

/** `--name`, `--name=value`, and every abbreviation that GNU would accept. */
function readLong(field: Field, reader: Reader): void {
  const start = knownStart(field);
  const equals = start.indexOf("=");
  const name = equals < 0 ? start : start.slice(0, equals);
  const attached = equals < 0 ? undefined : dropStart(field, equals + 1);
  if (equals < 0 && literal(field) === undefined) {
    reader.parsed.dynamic.push(field);
    return;
  }
  const exact = reader.table.get(name);
  const found: [string, OptionRole][] =
    exact === undefined ? [...reader.table].filter(([long]) => long.startsWith(name)) : [[name, exact]];
  // Of several readings the least trusted one counts.
  const [long, role] =
    found.toSorted((one, other) => ROLES.indexOf(other[1]) - ROLES.indexOf(one[1]))[0] ?? [];
  if (long === undefined || role === undefined) {
    reader.parsed.unlisted.push(field);
    return;
  }
  reader.parsed.options.push({
    name: long,
    role,
    value: attached ?? (takesValue(role) ? next(reader) : undefined),
  });
}

/** `-abc`, where each letter is an option until one takes the rest, or the next word, as its value. */
function readCluster(field: Field, reader: Reader): void {
  const start = knownStart(field);
  for (let at = 1; at < start.length; at += 1) {
    const name = `-${start.charAt(at)}`;
    const role = reader.table.get(name);
    if (role === undefined) {
      reader.parsed.unlisted.push(field);
      if (!reader.spec.open) return;
      continue;
    }
    const rest = dropStart(field, at + 1);
    if (takesValue(role)) {
      reader.parsed.options.push({ name, role, value: rest.length > 0 ? rest : next(reader) });
      return;
    }
    reader.parsed.options.push({ name, role, value: role === "optional" ? rest : undefined });
    if (role === "optional") return;
  }
  if (literal(field) === undefined) reader.parsed.dynamic.push(field);
}

function readOneDash(field: Field, reader: Reader): void {
  const name = literal(field) ?? knownStart(field);
  const equals = name.indexOf("=");
  const role = reader.table.get(name) ?? (equals > 0 ? reader.table.get(name.slice(0, equals)) : undefined);
  if (role === undefined) {
    if (literal(field) === undefined) reader.parsed.dynamic.push(field);
    else reader.parsed.unlisted.push(field);
    return;
  }
  const attached = equals > 0 && !reader.table.has(name) ? dropStart(field, equals + 1) : undefined;
  reader.parsed.options.push({
    name,
    role,
    value: attached ?? (takesValue(role) ? next(reader) : undefined),
  });
}

function next(reader: Reader): Field | undefined {
  reader.at += 1;
  const value = reader.args[reader.at];
  if (value !== undefined && maySplit(value)) reader.parsed.dynamic.push(value);
  return value;
}
