import { randomBytes } from "node:crypto";

/** A format that asks for some fields, and the reader of what tmux prints for it. */
export interface Records<F extends string> {
  /** Quoted, ready for `-F` or `display-message -p`. */
  readonly format: string;
  read(body: string): Record<F, string>[];
}

/** Fields may hold any text, line ends too, so each is ended by a word nobody can know beforehand. */
export function records<const F extends string>(fields: readonly F[]): Records<F> {
  const end = randomBytes(6).toString("base64url").replace(/[-_]/g, "x");
  return {
    format: `'${fields.map((field) => `#{${field}}${end}`).join("")}'`,
    read(body) {
      const values = body.split(end);
      const rows: Record<F, string>[] = [];
      for (let at = 0; at + fields.length < values.length; at += fields.length) {
        // The line end behind a record stands before the first field of the next.
        const row = fields.map(
          (field, i) => [field, i === 0 && at > 0 ? values[at]?.slice(1) : values[at + i]] as const,
        );
        // Built from exactly these fields, so the record has them all.
        rows.push(Object.fromEntries(row) as Record<F, string>);
      }
      return rows;
    },
  };
}

export const number = (value: string): number | null => (value === "" ? null : Number(value));
export const flag = (value: string): boolean | null => (value === "" ? null : value === "1");
export const text = (value: string): string | null => (value === "" ? null : value);
