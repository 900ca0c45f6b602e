import type { Call } from "./call.ts";
import { knownStart, literal, maySplit, unknown } from "./shell/field.ts";

const HARMLESS_SHOPT = new Set(["nullglob", "failglob", "inherit_errexit", "lastpipe_off", "checkwinsize"]);

/** Builtins that steer the shell; most only end things, some change what later words mean. */
export function judgeShellOptions(call: Call): void {
  switch (call.program) {
    case "set":
      judgeSet(call);
      return;
    case "shift":
      call.scope.positional = undefined;
      return;
    case "shopt": {
      const changes = call.args.some((arg) => /^-\w*[su]/.test(knownStart(arg)));
      const names = call.args.filter((arg) => !knownStart(arg).startsWith("-"));
      if (changes && !names.every((name) => HARMLESS_SHOPT.has(literal(name) ?? ""))) {
        call.ask("shell-options", "hidden execution", "this option changes how the rest is read");
      }
      return;
    }
    case "alias":
      if (call.args.some((arg) => knownStart(arg).includes("=") || literal(arg) === undefined)) {
        call.ask("shell-options", "hidden execution", "an alias changes what a name means");
      }
      return;
    case "hash":
      if (call.args.some((arg) => /^-\w*p/.test(knownStart(arg)) || literal(arg) === undefined)) {
        call.ask("shell-options", "hidden execution", "hash -p changes what a name means");
      }
      return;
    case "history":
      if (call.args.some((arg) => knownStart(arg).startsWith("-")))
        call.ask("shell-options", "file change", "this changes the history");
      return;
    default:
  }
}

function judgeSet(call: Call): void {
  const end = call.args.findIndex((arg) => literal(arg) === "--");
  const first = call.args.findIndex(
    (arg, at) => !/^[-+]/.test(knownStart(arg)) && !/^[-+]\w*o$/.test(literal(call.args[at - 1]) ?? ""),
  );
  const from = end >= 0 ? end + 1 : first;
  if (from < 0) return;
  const values = call.args.slice(from);
  call.scope.positional = values.some(maySplit) ? undefined : values;
  if (end < 0 && values.some((value) => literal(value) === undefined)) {
    call.ask("shell-options", "unresolved word", "set takes options from a word known only at run time");
  }
  call.scope.set("_", { values: [unknown()] });
}
