import type { Call } from "./call.ts";
import { judgeArithmeticValue } from "./shell/arithmetic.ts";
import { Expander } from "./shell/expand.ts";
import { dropStart, knownStart, literal, unknown, type Field } from "./shell/field.ts";
import { assigned, IDENTIFIER } from "./shell/names.ts";

/** `declare`, `export` and the like. */
export function judgeDeclare(call: Call): void {
  const flags = call.args
    .map((arg) => literal(arg) ?? "")
    .filter((word) => /^[-+]\w/.test(word))
    .join("");
  if (/-\w*n/.test(flags) && call.program !== "export") {
    call.ask("declare", "hidden execution", "a name reference evaluates the subscript inside its value");
  }
  if (flags.includes("f") && (call.program === "export" || flags.includes("x"))) {
    call.ask("declare", "hidden execution", "an exported function runs inside other programs");
  }
  const integer = flags.includes("i");
  const recased = /[lu]/.test(flags);
  for (const arg of call.args) {
    const start = knownStart(arg);
    if (/^[-+]\w*$/.test(literal(arg) ?? "")) continue;
    const match = /^([A-Za-z_]\w*)(\+?=|$)/.exec(start);
    const name = match?.[1];
    if (name === undefined || (match?.[2] === "" && literal(arg) === undefined)) {
      call.ask(
        "declare",
        "environment",
        "a variable whose name is only known at run time, or is no plain name",
      );
      continue;
    }
    const charge = assigned(name);
    if (charge) call.charge(charge);
    bind(name, { call, arg, start, integer, recased });
  }
}

interface Binding {
  readonly call: Call;
  readonly arg: Field;
  readonly start: string;
  readonly integer: boolean;
  readonly recased: boolean;
}

function bind(name: string, { call, arg, start, integer, recased }: Binding): void {
  const isArray = call.bindings.some((binding) => binding.name === name && binding.isArray);
  const equals = start.indexOf("=");
  if (equals < 0 || isArray) return;
  const value = dropStart(arg, equals + 1);
  if (integer) {
    judgeArithmeticValue(value, new Expander(call.trial, call.scope));
    call.scope.set(name, { values: [unknown("integer")] });
    return;
  }
  const appends = start.charAt(equals - 1) === "+";
  call.scope.set(name, { values: [appends || recased ? unknown() : value] });
}

/** A list of plain names that are about to be changed. */
export function judgeNames(call: Call, flags: RegExp): void {
  for (const arg of call.args) {
    const word = literal(arg);
    if (word !== undefined && flags.test(word)) continue;
    if (word === undefined || !IDENTIFIER.test(word)) {
      call.ask(
        call.rule,
        "hidden execution",
        "a variable whose name is only known at run time, or is no plain name",
      );
      continue;
    }
    const charge = assigned(word);
    if (charge) call.charge(charge);
    call.scope.forget(word);
  }
}

const READ_VALUES = /^-[A-Za-z]*[dinNptuO]$/;
const ARRAY = /^-[A-Za-z]*a$/;

/** `read`, `mapfile`, `getopts`: options, then names. */
export function judgeRead(call: Call): void {
  const names: Field[] = [];
  const { args, program } = call;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? [];
    const word = literal(arg);
    if (program !== "read" && program !== "getopts" && /^-[A-Za-z]*[Cc]/.test(word ?? "")) {
      call.ask("read", "hidden execution", `${program} -C runs a command for every line`);
      const code = literal(args[at + 1]);
      if (code !== undefined) call.source(code);
      at += 1;
    } else if (program === "getopts" && at === 0) continue;
    else if (program === "getopts" && at > 1) break;
    else if (word !== undefined && ARRAY.test(word)) continue;
    else if (word !== undefined && READ_VALUES.test(word) && !(program !== "read" && word.endsWith("t")))
      at += 1;
    else if (word === undefined || !word.startsWith("-")) names.push(arg);
    else if (!/^-[A-Za-z]+/.test(word))
      call.ask("read", "unknown option", `${program} ${word} is not known to be harmless`);
  }
  for (const name of names) {
    const word = literal(name);
    if (word === undefined || !IDENTIFIER.test(word)) {
      call.ask(
        "read",
        "hidden execution",
        "a variable whose name is only known at run time, or is no plain name",
      );
      continue;
    }
    const charge = assigned(word);
    if (charge) call.charge(charge);
    call.scope.forget(word);
  }
  if (program === "read" && names.length === 0) call.scope.forget("REPLY");
  if (program !== "read" && names.length === 0) call.scope.forget("MAPFILE");
}
