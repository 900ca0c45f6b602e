import type { Call } from "./call.ts";
import type { Parsed } from "./options.ts";
import type { Operation } from "./paths/location.ts";
import { knownStart, type Field } from "./shell/field.ts";

/** `host:path` names another machine. */
const REMOTE = /^(?![A-Za-z]:[\\/])[^/]+:/;

/** Programs of the form `copy source… target`; `-t` names the target first. */
export function copyTo(source: Operation): (call: Call, parsed: Parsed) => void {
  return (call, { operands, options }) => {
    const local = (field: Field) => !REMOTE.test(knownStart(field));
    const named = options.some(({ name }) => name === "-t" || name === "--target-directory");
    const makesFolders =
      call.program === "install" && options.some(({ name }) => name === "-d" || name === "--directory");
    const targets = makesFolders ? operands : named || operands.length < 2 ? [] : operands.slice(-1);
    const sources = operands.slice(0, operands.length - targets.length);
    for (const each of sources) if (local(each)) call.touch(each, source);
    for (const each of targets) if (local(each)) call.touch(each, "write");
  };
}
