import type { Call } from "./call.ts";
import { dropStart, knownStart, literal, text, type Field } from "./shell/field.ts";

/** Nothing is known about the program, so any protected path it names is one it may write. */
export function touchEverything(call: Call, from = 0): void {
  for (const arg of call.args.slice(from)) for (const path of pathsIn(arg, call)) call.touch(path, "unknown");
}

function pathsIn(field: Field, call: Call): Field[] {
  const start = knownStart(field);
  const found = looksLikePath(field, call) ? [field] : [];
  // `-v /etc:/mnt` gives a folder away.
  const colon = start.indexOf(":");
  if (colon > 0 && start.startsWith("/")) found.push(text(start.slice(0, colon)));
  // `--file=/x`, `-o/x`, `a:/x` and `@/x` name a path too.
  for (const match of start.matchAll(/(?:[=:,@]|^-\w+?)(?=[/~]|\.\.?\/)/g)) {
    found.push(dropStart(field, match.index + match[0].length));
  }
  return found;
}

function looksLikePath(field: Field, call: Call): boolean {
  const start = knownStart(field);
  if (start.startsWith("-")) return false;
  if (/^(\/|\.{1,2}(\/|$)|~)/.test(start) || start.includes("/")) return true;
  const known = literal(field);
  if (known === undefined || known === "") return false;
  return (call.scope.cwds ?? []).some((cwd) => call.trial.world.facts.kind(`${cwd}/${known}`) !== "missing");
}
