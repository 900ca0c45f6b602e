import type { Call } from "./call.ts";
import type { Parsed } from "./options.ts";
import { literal, text, type Field } from "./shell/field.ts";

/** xargs: the words of its input become operands, so they are unknown unless the input is. */
export function judgeXargs(call: Call, { options, operands }: Parsed): void {
  const replace = options.find(({ name }) => /^(-I|-i|--replace)$/.test(name));
  const marker = replace === undefined ? undefined : (literal(replace.value) ?? "") || "{}";
  const fromFile = options.some(({ name }) => name === "-a" || name === "--arg-file");
  // Other delimiters cut the input into other words than blanks do.
  const cutsOtherwise = options.some(({ name }) => /^(-d|--delimiter|-0|--null|-E|-e|--eof)$/.test(name));
  const words = fromFile || cutsOtherwise ? undefined : inputWords(call, marker !== undefined);
  const inner = operands.length > 0 ? operands : [text("echo")];
  if (marker === undefined) {
    call.run([...inner, ...(words ?? [ANY])], call.scope, undefined);
    return;
  }
  // One run stands for all: a replaced word is any of the input's lines.
  for (const word of words ?? [ANY]) {
    call.run(
      inner.map((field) =>
        literal(field)?.includes(marker) === true ? filled(literal(field) ?? "", marker, word) : field,
      ),
      call.scope,
      undefined,
    );
  }
}

const ANY: Field = [{ kind: "unknown", shape: "any", splits: true, origin: "script" }];

function inputWords(call: Call, byLine: boolean): readonly Field[] | undefined {
  if (call.stdin === undefined || /["'\\]/.test(call.stdin)) return undefined;
  const words = call.stdin.split(byLine ? /\n/ : /[\s\0]+/).filter((word) => word !== "");
  return words.length > 100 ? undefined : words.map(text);
}

function filled(pattern: string, marker: string, word: Field): Field {
  const known = literal(word);
  if (known !== undefined) return text(pattern.split(marker).join(known));
  const before = pattern.slice(0, pattern.indexOf(marker));
  return [
    ...text(before),
    ...word.map((piece) => (piece.kind === "unknown" ? { ...piece, splits: false } : piece)),
  ];
}
