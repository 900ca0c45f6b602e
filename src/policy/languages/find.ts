import type { Call } from "../call.ts";
import { isUnknown, knownStart, literal, shown, text, unknown, type Field } from "../shell/field.ts";

const RUNS = /^-(exec|execdir|ok|okdir)$/;
const WRITES = /^-(fprint|fprint0|fls|fprintf)$/;
const READS = /^-(newer|anewer|cnewer|newer[aBcmt][aBcmt]|samefile)$/;
const VALUE =
  /^-(name|iname|path|ipath|wholename|iwholename|regex|iregex|lname|ilname|type|xtype|size|perm|user|group|uid|gid|links|inum|amin|atime|cmin|ctime|mmin|mtime|used|maxdepth|mindepth|printf|fstype|regextype|context|D|Olevel)$/;
const FLAG =
  /^(-(print|print0|ls|empty|prune|quit|depth|d|xdev|mount|follow|daystart|noleaf|nouser|nogroup|readable|writable|executable|true|false|not|and|or|a|o|ignore_readdir_race|noignore_readdir_race|warn|nowarn|L|P|H|O[0-9]|E|X|s|x|help|version|-help|-version)|[()!,])$/;

/** find: starting points first, then an expression in which some words act. */
export function judgeFind(call: Call): void {
  const { args } = call;
  const roots: Field[] = [];
  let at = 0;
  while (at < args.length) {
    const start = knownStart(args[at] ?? []);
    if (/^-([LPH]|O\d)$/.test(start)) at += 1;
    else if (start === "-D") at += 2;
    else if (/^[-(!,]/.test(start)) break;
    else {
      roots.push(args[at] ?? []);
      at += 1;
    }
  }
  let operation: "search" | "replace" = "search";
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? [];
    const word = literal(arg);
    if (word === undefined) {
      call.ask("find", "unresolved word", `${shown(arg)} may become an action of find at run time`);
    } else if (RUNS.test(word)) {
      const end = args.findIndex((each, index) => index > at && /^[;+]$/.test(literal(each) ?? ""));
      const inner = args.slice(at + 1, end < 0 ? undefined : end).map(withFound);
      call.ask(
        "find",
        "runs programs",
        `find ${word} runs a program on what it finds`,
        "List the files first, then ask for the action.",
      );
      if (inner.length > 0) call.run(inner);
      for (const root of roots) if (inner.some(isUnknown) && removes(inner)) call.touch(root, "replace");
      at = end < 0 ? args.length : end;
    } else if (WRITES.test(word)) {
      call.touch(args[at + 1], "write");
      at += word === "-fprintf" ? 2 : 1;
    } else if (READS.test(word)) {
      if (!word.endsWith("t") || word.length < 8) call.touch(args[at + 1], "read");
      at += 1;
    } else if (word === "-delete") {
      operation = "replace";
      call.ask("find", "destructive file operation", "find -delete removes what it finds");
    } else if (word === "-files0-from") {
      call.ask("find", "unsafe option", "find -files0-from takes its starting points from a file");
      call.touch(args[at + 1], "read");
      at += 1;
    } else if (VALUE.test(word)) at += 1;
    else if (!FLAG.test(word)) call.ask("find", "unknown option", `find ${word} is not known to be harmless`);
  }
  for (const root of roots) {
    if (isUnknown(root))
      call.ask("find", "unresolved word", "a starting point that is only known at run time");
    call.touch(root, operation);
  }
  if (roots.length === 0) call.touch(text("."), operation);
}

/** `{}` stands for whatever is found. */
function withFound(field: Field): Field {
  return literal(field)?.includes("{}") === true ? unknown() : field;
}

function removes(inner: readonly Field[]): boolean {
  return /(^|\/)(rm|shred|truncate|chmod|chown|mv|sed|unlink|tee)$/.test(literal(inner[0]) ?? "");
}
