import { randomInt } from "node:crypto";

/** No letter here can be taken for another one, read aloud or written by hand. */
const LETTERS = "ABCDEFGHJKMNPQRTUVWXY346789";

/** A code a person can read out, such as `KTR-4WX`. */
export function newCode(): string {
  const letters = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)] ?? "A").join("");
  return `${letters.slice(0, 3)}-${letters.slice(3)}`;
}

/** A code as people type it: small letters, without the dash or with blanks. */
export function readCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return `${letters.slice(0, 3)}-${letters.slice(3)}`;
}
