/** What is known about a stretch of a word once the shell has expanded it. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "glob"; readonly text: string }
  | {
      readonly kind: "unknown";
      /** An integer holds digits and a sign, so it can name neither an option nor another folder. */
      readonly shape: "any" | "integer";
      /** Unquoted: it may become several words, or none. */
      readonly splits: boolean;
      /** Values the script itself made can be hostile; the environment was there before. */
      readonly origin: "environment" | "script";
    };

/** One word of an argument vector after expansion. */
export type Field = readonly Piece[];

export const text = (value: string): Field => (value === "" ? [] : [{ kind: "text", text: value }]);

export const unknown = (
  shape: "any" | "integer" = "any",
  origin: "environment" | "script" = "script",
): Field => [{ kind: "unknown", shape, splits: false, origin }];

/** The whole value, when nothing in it waits for run time. */
export function literal(field: Field | undefined): string | undefined {
  if (field === undefined) return undefined;
  let value = "";
  for (const piece of field) {
    if (piece.kind !== "text") return undefined;
    value += piece.text;
  }
  return value;
}

/** Known text before the first glob or unknown piece. */
export function knownStart(field: Field): string {
  let value = "";
  for (const piece of field) {
    if (piece.kind !== "text") break;
    value += piece.text;
  }
  return value;
}

export const isUnknown = (field: Field): boolean => field.some((piece) => piece.kind === "unknown");
export const hasGlob = (field: Field): boolean => field.some((piece) => piece.kind === "glob");

/** Whether the shell may turn this one word into several that we cannot count. */
export const maySplit = (field: Field): boolean =>
  field.some((piece) => piece.kind === "unknown" && piece.splits && piece.shape !== "integer");

/** Whether the word could begin with a dash once it is expanded. */
export function mayBeOption(field: Field): boolean {
  const [first] = field;
  if (first === undefined) return false;
  if (first.kind === "text") return first.text.startsWith("-");
  if (first.kind === "glob") return first.text !== "?" || field.length > 1;
  return first.shape === "any";
}

/** For people: unknown stretches are shown as an ellipsis. */
export function shown(field: Field): string {
  return field.map((piece) => (piece.kind === "unknown" ? "…" : piece.text)).join("");
}

/** Shell text in which everything unknown is left to a variable nobody has set: for reading, never for running. */
export function sourceText(field: Field): string {
  return field.map((piece) => (piece.kind === "unknown" ? "${termgate_unknown}" : piece.text)).join("");
}

/** Neighbouring text is kept as one piece, so that two fields with the same meaning look the same. */
export function join(...fields: readonly Field[]): Field {
  const pieces: Piece[] = [];
  for (const piece of fields.flat()) {
    const last = pieces.at(-1);
    if (last?.kind === "text" && piece.kind === "text") {
      pieces[pieces.length - 1] = { kind: "text", text: last.text + piece.text };
    } else if (piece.kind !== "text" || piece.text !== "") {
      pieces.push(piece);
    }
  }
  return pieces;
}

/** The part of a field from a given character of its known start on. */
export function dropStart(field: Field, count: number): Field {
  const pieces: Piece[] = [];
  let left = count;
  for (const piece of field) {
    if (left === 0) {
      pieces.push(piece);
    } else if (piece.kind === "text") {
      const cut = Math.min(left, piece.text.length);
      left -= cut;
      if (cut < piece.text.length) pieces.push({ kind: "text", text: piece.text.slice(cut) });
    } else {
      left = 0;
      pieces.push(piece);
    }
  }
  return pieces;
}

export function sameField(one: Field, other: Field): boolean {
  return one.length === other.length && one.every((piece, at) => samePiece(piece, other[at]));
}

function samePiece(one: Piece, other: Piece | undefined): boolean {
  if (other === undefined || one.kind !== other.kind) return false;
  if (one.kind === "unknown") return other.kind === "unknown" && one.shape === other.shape;
  return other.kind !== "unknown" && one.text === other.text;
}
