import type { Call } from "./call.ts";
import { isUnknown, knownStart, literal, sourceText } from "./shell/field.ts";
import { touchEverything } from "./touch-everything.ts";

/** A shell: text after -c, or on its input, is judged like the command itself. */
export function judgeShell(call: Call): void {
  const { args } = call;
  const scope = call.scope.fork();
  scope.functions.clear();
  let at = 0;
  let inline = false;
  for (; at < args.length; at += 1) {
    const word = literal(args[at]);
    if (word === undefined || word === "--" || !/^[-+]/.test(word)) break;
    if (/^-[A-Za-z]*c/.test(word) || word === "--command" || /^-Command$/i.test(word)) inline = true;
    if (/^(-o|\+o|-O|\+O|--rcfile|--init-file)$/.test(word)) {
      call.touch(args[at + 1], "read");
      at += 1;
    }
  }
  if (literal(args[at]) === "--") at += 1;
  const operand = args[at];
  if (inline) {
    if (literal(operand) === undefined) call.code("the shell text is only known at run time");
    scope.positional = args.slice(at + 2);
    call.source(sourceText(operand ?? []), scope);
    touchEverything(call, at + 1);
    return;
  }
  if (operand === undefined || literal(operand) === "-") {
    if (call.stdin === undefined) call.code("the shell reads commands from its input");
    else call.source(call.stdin, scope);
    return;
  }
  if (isUnknown(operand)) call.opaque = true;
  call.touch(operand, "read");
  touchEverything(call, at + 1);
}

/** Another language: its script is read, its arguments are in its hands, and code given inline is opaque. */
export function judgeInterpreter(call: Call): void {
  const script = call.args.findIndex((arg) => !knownStart(arg).startsWith("-"));
  const inline = call.args.some((arg) =>
    /^(-[a-zA-Z]*[ceEmrp]|--eval|--print|--require|--import|-)$/.test(knownStart(arg)),
  );
  if (inline || script < 0) call.opaque = true;
  const reads = !inline && script >= 0;
  if (reads) call.touch(call.args[script], "read");
  touchEverything(call, reads ? script + 1 : 0);
}
