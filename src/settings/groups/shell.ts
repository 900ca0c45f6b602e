import { integer, type Kind, list, oneOf, optionalText, setting, tables } from "../setting.ts";

interface ExtraProtectedPath {
  readonly path: string;
  readonly readAllowed: boolean;
}

/** TOML tables with `path` and `read_allowed`, or one string such as `/secrets,/data:read`. */
const protectedPaths: Kind<readonly ExtraProtectedPath[]> = {
  strict: true,
  wants:
    "a list of tables with path and read_allowed, or paths separated by commas, `:read` after those that may be read",
  read(raw) {
    if (typeof raw === "string") return (list.read(raw) ?? []).map(fromText);
    if (!Array.isArray(raw)) return undefined;
    const read = raw.map(fromTable);
    return read.every((entry) => entry !== undefined) ? read : undefined;
  },
};

function fromText(text: string): ExtraProtectedPath {
  const readAllowed = text.endsWith(":read");
  return { path: readAllowed ? text.slice(0, -":read".length) : text, readAllowed };
}

function fromTable(table: unknown): ExtraProtectedPath | undefined {
  if (typeof table === "string") return fromText(table);
  if (table === null || typeof table !== "object" || !("path" in table)) return undefined;
  const allowed = "read_allowed" in table ? table.read_allowed : false;
  return typeof table.path === "string" && typeof allowed === "boolean"
    ? { path: table.path, readAllowed: allowed }
    : undefined;
}

const patterns: Kind<readonly string[]> = {
  strict: true,
  wants: "a list of regular expressions",
  read: (raw) => (list.read(raw)?.every(isPattern) ? list.read(raw) : undefined),
};

function isPattern(text: string): boolean {
  try {
    return new RegExp(text.replace(/^\(\?i\)/, ""), "i") instanceof RegExp;
  } catch {
    return false;
  }
}

const fewer = (from: readonly string[], to: readonly string[]) => to.every((item) => from.includes(item));
const atMost = (from: number, to: number) => to <= from;

/** Settings of the shell room. */
export const shell = {
  timeoutSeconds: setting({
    kind: integer(0, 86_400),
    default: 30,
    doc: "Seconds a command may run when the call names no limit.",
    project: atMost,
    legacy: { profile: "safeshell", variable: "SAFESHELL_TIMEOUT" },
  }),
  maxOutputBytes: setting({
    kind: integer(0, 100_000_000),
    default: 102_400,
    doc: "Most bytes kept of each output stream of a command.",
    project: "any",
    legacy: { profile: "safeshell", variable: "SAFESHELL_MAX_OUTPUT" },
  }),
  keepOutput: setting({
    kind: oneOf(["head", "tail"]),
    default: "head",
    doc: "Which end of too long an output is kept: head or tail.",
    project: "any",
  }),
  maxConcurrency: setting({
    kind: integer(1, 1_000),
    default: 1,
    doc: "Commands that may run at one time; one more is refused at once.",
    project: atMost,
    legacy: { profile: "safeshell", variable: "SAFESHELL_MAX_CONCURRENCY" },
  }),
  additionalSafeCommands: setting({
    kind: list,
    default: [],
    doc: "Programs that run without asking within the project folder. Catastrophic ones always ask.",
    project: fewer,
    legacy: { profile: "safeshell", variable: "SAFESHELL_SAFE_COMMANDS" },
  }),
  preset: setting({
    kind: oneOf(["none", "developer", "devops", "restrictive"]),
    default: "none",
    doc: "A ready-made list of programs that run without asking: developer, devops or restrictive.",
    project: (from, to) => to === "none" || to === from,
    onBadValue: "none",
  }),
  rules: setting({
    kind: tables("tables under [[rules]] with name, decision and program or pattern", (row) => row),
    key: "rules",
    default: [],
    doc: "Your own rules, [[rules]] tables: name, decision (allow, ask or block), program and args or pattern, reason, match, not_match.",
    // A project may be stricter than its reader, never laxer.
    project: (_from, to) => to.every(({ decision }) => decision !== "allow"),
    merge: (from, to) => [...from, ...to],
  }),
  additionalProtectedPaths: setting({
    kind: protectedPaths,
    default: [],
    doc: "Further folders no command may write to, nor read unless read_allowed says so.",
    project: "any",
    merge: (from, to) => [...from, ...to],
  }),
  redactEnvPatterns: setting({
    kind: patterns,
    default: [],
    doc: "Further regular expressions for names of variables whose values are hidden.",
    project: "any",
    merge: (from, to) => [...from, ...to],
    legacy: { profile: "safeshell", variable: "SAFESHELL_REDACT_PATTERNS" },
  }),
  passEnvironment: setting({
    kind: list,
    default: [],
    doc: "Variables that reach commands although their names look like secrets; their values are then shown too.",
    project: fewer,
  }),
  program: setting({
    kind: optionalText,
    default: undefined,
    doc: "The bash that runs commands, by its absolute path. Commands are judged as bash reads them.",
    project: "never",
    legacy: { profile: "safeshell", variable: "SAFESHELL_SHELL" },
  }),
  trustedFolders: setting({
    kind: list,
    default: [],
    doc: "Further folders whose programs count as what their name says, such as ~/.cargo/bin. A program found anywhere else than there or in the system's own folders always asks.",
    project: fewer,
  }),
  killGraceMs: setting({
    kind: integer(0, 60_000),
    default: 2_000,
    doc: "Milliseconds between TERM and KILL when a command is ended.",
    project: "any",
  }),
} as const;
