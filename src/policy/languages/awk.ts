import type { Call } from "../call.ts";
import { parseOptions, type OptionSpec } from "../options.ts";
import { isUnknown, knownStart, literal, shown, text } from "../shell/field.ts";
import { readAwk } from "./awk-program.ts";

const OPTIONS: OptionSpec = {
  flags:
    "-b -c -g -n -N -O -P -r -s -S -t -V --characters-as-bytes --traditional --posix --sandbox --version --re-interval --optimize --help",
  text: "-F --field-separator -v --assign",
  deny: "-f --file -E --exec -i --include -l --load -e --source",
  denyFlag: "-o -p -d -D --pretty-print --profile --dump-variables --debug -W -L --lint",
  optional: "-m",
  stop: true,
};

/** awk: safe when its program is written out and only looks at its input. */
export function judgeAwk(call: Call): void {
  const parsed = parseOptions(call.args, OPTIONS);
  for (const { name, role, value } of parsed.options) {
    if (role === "deny" || role === "denyFlag") {
      call.ask("awk", "unread program", `awk ${name} takes code from elsewhere or writes files`);
      if (role === "deny") call.touch(value, "read");
    }
    if (name === "-v" || name === "--assign") assignment(knownStart(value ?? []), call);
  }
  for (const field of parsed.unlisted)
    call.ask("awk", "unknown option", `awk ${shown(field)} is not known to be harmless`);
  const hasProgram = parsed.options.some(({ role }) => role === "deny");
  const [program, ...others] = parsed.operands;
  if (!hasProgram && program !== undefined) {
    const source = literal(program);
    if (source === undefined) call.ask("awk", "unresolved word", "the awk program is only known at run time");
    else {
      const effects = readAwk(source);
      for (const file of effects.reads) call.touch(text(file), "read");
      for (const file of effects.writes) call.touch(text(file), "write");
      for (const reason of effects.reasons) call.ask("awk", "more than a filter", reason);
    }
  }
  for (const operand of hasProgram ? parsed.operands : others) {
    const start = knownStart(operand);
    if (/^[A-Za-z_]\w*=/.test(start)) assignment(start, call);
    else call.touch(operand, "read");
  }
  for (const field of parsed.dynamic) {
    if (isUnknown(field) && field === program)
      call.ask("awk", "unresolved word", "the awk program is only known at run time");
  }
}

function assignment(text: string, call: Call): void {
  if (/^(ENVIRON|ARGV|ARGC|PROCINFO)=/.test(text))
    call.ask("awk", "unsafe option", "this variable changes what awk reads");
}
