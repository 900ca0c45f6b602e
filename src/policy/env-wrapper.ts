import type { Call } from "./call.ts";
import type { Parsed } from "./options.ts";
import { physical } from "./paths/physical.ts";
import { dropStart, knownStart, literal, text, type Field } from "./shell/field.ts";
import { exported } from "./shell/names.ts";

/** env: assignments, then the command. -S splits a string into more of the same. */
export function judgeEnv(call: Call, { options, operands }: Parsed): void {
  let words: readonly Field[] = operands;
  const scope = call.scope.fork();
  for (const { name, value } of options) {
    if (name === "-S" || name === "--split-string") {
      const known = literal(value);
      if (known === undefined) call.ask("env", "unresolved word", "a command that is only known at run time");
      else if (/["'\\$]/.test(known)) {
        call.ask("env", "hidden execution", "env -S reads quotes and escapes in its own way");
        words = [...splitQuoted(known), ...words];
      } else words = [...known.split(/\s+/).filter(Boolean).map(text), ...words];
    }
    if (name === "-C" || name === "--chdir") scope.cwds = folders(value, call);
  }
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? [];
    const match = /^([^=]*)=/.exec(knownStart(word));
    if (match === null) break;
    const charge = exported(match[1] ?? "", literal(dropStart(word, match[0].length)), undefined);
    if (charge) call.charge(charge);
  }
  const inner = words.slice(at);
  if (inner.length > 0) call.run(inner, scope);
}

function splitQuoted(value: string): Field[] {
  const words = value.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs) ?? [];
  return words.map((word) => text(word.replaceAll(/["'\\]/g, "")));
}

function folders(value: Field | undefined, call: Call): readonly string[] | undefined {
  const known = literal(value);
  if (known === undefined || call.scope.cwds === undefined) return undefined;
  return call.scope.cwds.map(
    (cwd) => physical(known.startsWith("/") ? known : `${cwd}/${known}`, call.trial.world.facts).path,
  );
}
