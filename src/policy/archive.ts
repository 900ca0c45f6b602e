import type { Call } from "./call.ts";
import { dropStart, knownStart, literal, text, type Field } from "./shell/field.ts";

/** tar: the mode decides whether the archive or the folder is written. */
export function judgeArchive(call: Call): void {
  const { args } = call;
  const first = knownStart(args[0] ?? []);
  const modes =
    args
      .map((arg) => knownStart(arg))
      .filter((word) => /^-\w/.test(word))
      .join("") + (first.startsWith("-") ? "" : first);
  const long = (name: string) => args.some((arg) => knownStart(arg).startsWith(`--${name}`));
  const extracts = modes.includes("x") || long("extract") || long("get");
  const creates = /[cruA]/.test(modes) || long("create") || long("append") || long("update");
  const operands: Field[] = [];
  let folder: Field | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? [];
    const start = knownStart(arg);
    const value = /^--(file|directory|files-from|exclude-from)=/.exec(start);
    if (value) {
      const path = dropStart(arg, value[0].length);
      if (value[1] === "directory") folder = path;
      else call.touch(path, value[1] === "file" && creates ? "write" : "read");
    } else if (/^(-C|--directory)$/.test(start)) {
      at += 1;
      folder = args[at];
    } else if (/^-C./.test(start)) folder = dropStart(arg, 2);
    else if (/^-\w*f$/.test(start) || (at === 0 && /^\w*f\w*$/.test(start)) || start === "--file") {
      at += 1;
      const archive = args[at];
      if (archive && literal(archive) !== "-") call.touch(archive, creates ? "write" : "read");
    } else if (!start.startsWith("-") && at > 0) operands.push(arg);
  }
  if (extracts) call.touch(folder ?? text("."), "write");
  else if (folder) call.touch(folder, "search");
  if (creates) for (const operand of operands) call.touch(operand, "search");
}
