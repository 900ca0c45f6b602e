import type { Field, Piece } from "./field.ts";

/** A piece of a word on its way to becoming fields, or a place where one field ends and the next begins. */
export type Atom =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | Exclude<Piece, { kind: "text" }>
  | { readonly kind: "break" };

const BLANKS = /[ \t\n]+/;
const GLOB_CHARS = /(\*+|\?|\[[^\]/]*\])/;

export const plain = (value: string, quoted = true): Atom => ({ kind: "text", text: value, quoted });

/** The pieces of a variable's value where it is used. Unquoted, its blanks split and its wildcards match. */
export function insert(value: Field, quoted: boolean): Atom[] {
  return value.flatMap((piece): Atom[] => {
    if (piece.kind === "glob") return [piece];
    if (piece.kind === "unknown") return [{ ...piece, splits: piece.splits || !quoted }];
    return quoted ? [plain(piece.text)] : unquotedText(piece.text);
  });
}

function unquotedText(value: string): Atom[] {
  const atoms: Atom[] = [];
  value.split(BLANKS).forEach((word, at) => {
    if (at > 0) atoms.push({ kind: "break" });
    for (const part of word.split(GLOB_CHARS)) {
      if (part === "") continue;
      atoms.push(GLOB_CHARS.test(part) ? { kind: "glob", text: part } : plain(part, false));
    }
  });
  return atoms;
}

/** Atoms to fields. A quoted part, even an empty one, makes a field; nothing at all makes none. */
export function toFields(atoms: readonly Atom[]): Field[] {
  const fields: Field[] = [];
  let pieces: Piece[] = [];
  let exists = false;
  const end = () => {
    if (exists || pieces.length > 0) fields.push(pieces);
    pieces = [];
    exists = false;
  };
  for (const atom of atoms) {
    if (atom.kind === "break") end();
    else if (atom.kind !== "text") pieces.push(atom);
    else {
      if (atom.quoted) exists = true;
      append(pieces, atom.text);
    }
  }
  end();
  return fields;
}

/** Atoms to one value, as in an assignment: nothing splits and nothing matches file names. */
export function toSingle(atoms: readonly Atom[]): Field {
  const pieces: Piece[] = [];
  for (const atom of atoms) {
    if (atom.kind === "break") append(pieces, " ");
    else if (atom.kind === "text") append(pieces, atom.text);
    else if (atom.kind === "unknown") pieces.push({ ...atom, splits: false });
    else pieces.push(atom);
  }
  return pieces;
}

function append(pieces: Piece[], value: string): void {
  const last = pieces.at(-1);
  if (value === "") return;
  if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + value };
  else pieces.push({ kind: "text", text: value });
}
