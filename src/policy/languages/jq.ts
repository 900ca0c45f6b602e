import type { Call } from "../call.ts";
import { literal, type Field } from "../shell/field.ts";
import { knownStart } from "../shell/field.ts";

const TWO_VALUES = /^--(arg|argjson)$/;
const FILE_VALUE = /^--(slurpfile|rawfile)$/;
const FLAGS =
  /^(-[rjacCMSnesRhV]+|--(raw-output0?|join-output|ascii-output|compact-output|color-output|monochrome-output|sort-keys|null-input|exit-status|slurp|raw-input|tab|unbuffered|stream|stream-errors|seq|help|version))$/;

/** jq reads the files it names; a filter may also read the environment, or load modules. */
export function judgeJq(call: Call): void {
  const files: Field[] = [];
  let filter: Field | undefined;
  let fromFile = false;
  let literalArgs = false;
  for (let at = 0; at < call.args.length; at += 1) {
    const arg = call.args[at] ?? [];
    const word = literal(arg);
    if (word !== undefined && TWO_VALUES.test(word)) at += 2;
    else if (word !== undefined && FILE_VALUE.test(word)) {
      call.touch(call.args[at + 2], "read");
      at += 2;
    } else if (word === "--indent") at += 1;
    else if (word === "--args" || word === "--jsonargs") literalArgs = true;
    else if (word === "-f" || word === "--from-file") {
      fromFile = true;
      call.touch(call.args[at + 1], "read");
      at += 1;
    } else if (knownStart(arg).startsWith("-") && word !== "-") {
      if (word === undefined || !FLAGS.test(word))
        call.ask("jq", "unknown option", `jq ${word ?? "…"} is not known to be harmless`);
    } else if (filter === undefined && !fromFile) filter = arg;
    else if (!literalArgs) files.push(arg);
  }
  const text = literal(filter);
  if (filter !== undefined && text === undefined) {
    call.ask("jq", "unresolved word", "the filter is only known at run time");
  } else if (
    text !== undefined &&
    /(^|[^.\w"$@])env\b|\$ENV\b|\b(import|include|input_filename|get_search_list)\b/.test(text)
  ) {
    call.ask("jq", "hidden reads", "this filter reads the environment or other files");
  }
  for (const file of files) call.touch(file, "read");
}
