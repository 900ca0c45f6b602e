import { ToolError } from "../errors.ts";
import { judge } from "./judge.ts";
import type { UserRule } from "./user-rule.ts";
import { worldOf } from "./world.ts";

const DECISIONS = ["allow", "ask", "block"] as const;
const KEYS = ["name", "decision", "pattern", "program", "args", "reason", "match", "not_match"];

interface Draft {
  readonly rule: UserRule;
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}

/** A person's rules from parsed configuration. A rule that fails its own examples stops everything. */
export function loadUserRules(data: unknown): readonly UserRule[] {
  if (data === undefined) return [];
  if (!Array.isArray(data))
    throw refused("rules must be an array of tables", "Write each rule as [[rules]].");
  const drafts = data.map((entry: unknown, at) => draft(entry, at + 1));
  const names = drafts.map(({ rule }) => rule.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw refused(`two rules are called "${twice}"`, "Give every rule a name of its own.");
  for (const each of drafts) checkExamples(each);
  return drafts.map(({ rule }) => rule);
}

function draft(entry: unknown, number: number): Draft {
  if (typeof entry !== "object" || entry === null) {
    throw refused(`rule ${number} is not a table`, "Write each rule as [[rules]].");
  }
  const table = new Map<string, unknown>(Object.entries(entry));
  const name = table.get("name");
  if (typeof name !== "string" || name === "") throw refused(`rule ${number} has no name`, 'Add name = "…".');
  const stray = [...table.keys()].find((key) => !KEYS.includes(key));
  if (stray !== undefined)
    throw refused(`rule "${name}" has an unknown key "${stray}"`, `Known keys: ${KEYS.join(", ")}.`);
  const decision = DECISIONS.find((each) => each === table.get("decision"));
  if (decision === undefined) {
    throw refused(`rule "${name}" has no valid decision`, 'Set decision to "allow", "ask" or "block".');
  }
  const program = table.get("program");
  const pattern = table.get("pattern");
  if ((typeof program !== "string" || program === "") && typeof pattern !== "string") {
    throw refused(`rule "${name}" matches nothing`, "Set program (and args), or pattern.");
  }
  const reason = table.get("reason");
  return {
    rule: {
      name,
      decision,
      pattern: typeof pattern === "string" ? expression(pattern, name) : undefined,
      prefix:
        typeof program === "string" ? [program, ...strings(table.get("args"), "args", name)] : undefined,
      reason: typeof reason === "string" ? reason : `decided by your rule "${name}"`,
    },
    match: strings(table.get("match"), "match", name),
    notMatch: strings(table.get("not_match"), "not_match", name),
  };
}

/** Patterns always speak about the whole command, so that `git` does not also mean `legit`. */
function expression(pattern: string, name: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`, "su");
  } catch {
    throw refused(
      `the pattern of rule "${name}" is not a regular expression`,
      "Check its brackets and escapes.",
    );
  }
}

function strings(value: unknown, key: string, name: string): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  throw refused(`${key} of rule "${name}" must be a list of strings`, `Write ${key} = ["…"].`);
}

function checkExamples({ rule, match, notMatch }: Draft): void {
  if (rule.decision === "allow" && match.length === 0) {
    throw refused(`rule "${rule.name}" allows without an example`, "Add match = [a command it must allow].");
  }
  const decides = (command: string) => applies(rule, command);
  const missed = match.find((command) => !decides(command));
  if (missed !== undefined) {
    throw refused(
      `rule "${rule.name}" does not decide its example ${JSON.stringify(missed)}`,
      "Change the rule or its match examples; allow never lifts what is catastrophic, protected, or hidden by the shell.",
    );
  }
  const caught = notMatch.find(decides);
  if (caught !== undefined) {
    throw refused(
      `rule "${rule.name}" decides ${JSON.stringify(caught)}, which it says it does not`,
      "Narrow the rule or correct its not_match examples.",
    );
  }
}

/** Whether the rule decides some program of the command, seen exactly as it would be in earnest. */
function applies(rule: UserRule, command: string): boolean {
  const world = worldOf({ cwd: "/home/user/project", home: "/home/user", rules: [rule] });
  return judge(command, world).findings.some((finding) => finding.rule === `user:${rule.name}`);
}

function refused(message: string, suggestion: string): ToolError {
  return new ToolError("InvalidRules", `The rules cannot be used: ${message}.`, { suggestion });
}
