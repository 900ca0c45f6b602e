import type { Call } from "./call.ts";
import type { Parsed } from "./options.ts";
import { dropStart, knownStart } from "./shell/field.ts";

/** curl and wget: files hide in URLs and after `@`. */
export function judgeDownload(call: Call, { operands }: Parsed): void {
  for (const operand of operands) {
    const start = knownStart(operand);
    const scheme = /^file:\/\/(localhost)?/.exec(start);
    if (scheme) call.touch(dropStart(operand, scheme[0].length), "read");
  }
  for (const arg of call.args) {
    const at = /^(@|-[dF]@?|[^/]*=@|--data[a-z-]*=@|--form[a-z-]*=.*?@)(?=[/~.\w])/.exec(knownStart(arg));
    if (at?.[0].endsWith("@")) call.touch(dropStart(arg, at[0].length), "read");
  }
}
