import type { Call } from "./call.ts";
import { parseOptions, type OptionSpec, type Parsed } from "./options.ts";
import type { Rule } from "./rule.ts";
import { dropStart, hasGlob, isUnknown, knownStart, literal, shown, type Field } from "./shell/field.ts";

const ANYTHING: OptionSpec = { open: true };
const NO_PARSE: Parsed = { options: [], operands: [], unlisted: [], dynamic: [] };

/** Reads the call's options and operands by the rule's tables and charges what they do not allow. */
export function applyRule(rule: Rule, call: Call): void {
  call.rule = rule.name;
  if (rule.class !== "safe") {
    call.charge({
      class: rule.class,
      rule: rule.name,
      category: rule.category,
      reason: `${call.program} is used to ${rule.description}`,
    });
  }
  if (rule.whole) {
    rule.judge?.(call, NO_PARSE);
    return;
  }
  const spec = rule.options ?? ANYTHING;
  const parsed = parseOptions(call.args, spec);
  options(rule, call, parsed);
  if (rule.operands !== undefined && rule.operands !== "text") {
    for (const operand of parsed.operands) call.touch(operand, rule.operands);
  } else {
    for (const operand of call.args) if (hasGlob(operand)) call.touch(operand, "expand");
  }
  rule.judge?.(call, parsed);
}

function options(rule: Rule, call: Call, parsed: Parsed): void {
  const spec = rule.options ?? ANYTHING;
  for (const { name, role, value } of parsed.options) {
    if (role === "deny" || role === "denyFlag") {
      call.ask(
        rule.name,
        "unsafe option",
        `${call.program} ${name} writes, runs a program or changes settings`,
      );
    } else if (role !== "flag" && role !== "text" && role !== "optional") call.touch(value, role);
  }
  for (const field of parsed.unlisted) {
    if (spec.open) attachedPath(field, rule, call);
    else call.ask(rule.name, "unknown option", `${call.program} ${shown(field)} is not known to be harmless`);
  }
  const harmless = [spec.deny, spec.denyFlag, spec.write, spec.read].every((list) => list === undefined);
  if (spec.open && harmless) return;
  for (const field of parsed.dynamic) {
    if (isUnknown(field) || dashNames(field, call)) {
      call.ask(
        "dynamic-option",
        "unresolved word",
        `${shown(field)} may become an option of ${call.program} at run time`,
        "Put `--` before operands, or name them literally.",
      );
    }
  }
}

/** `--file=/x` and `-f/x` name a path even when the option is not listed. */
function attachedPath(field: Field, rule: Rule, call: Call): void {
  const start = knownStart(field);
  const equals = start.indexOf("=");
  const at = equals >= 0 ? equals + 1 : start.search(/[/~]/);
  if (at <= 0 || (equals < 0 && start.startsWith("--"))) return;
  const value = dropStart(field, at);
  if (/^(\/|~|\.\.?\/)/.test(knownStart(value)))
    call.touch(value, rule.class === "safe" ? "read" : "unknown");
}

/** Whether a file whose name begins with a dash lies where the pattern would find it. */
function dashNames(field: Field, call: Call): boolean {
  if (literal(field) !== undefined) return false;
  return (call.scope.cwds ?? []).some((cwd) =>
    (call.trial.world.facts.names(cwd) ?? []).some((name) => name.startsWith("-")),
  );
}
