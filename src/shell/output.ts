import { StringDecoder } from "node:string_decoder";
import type { Redactor } from "../redact/redactor.ts";

export interface Kept {
  readonly text: string;
  /** Bytes the program wrote. */
  readonly bytes: number;
  /** Bytes of redacted text that are not in `text`. */
  readonly omitted: number;
}

export interface OutputLimit {
  readonly bytes: number;
  /** Which end is kept when there is too much. */
  readonly keep: "head" | "tail";
}

/** One stream of a running program: decoded, redacted, then cut, never holding much more than the limit. */
export class Output {
  readonly #decoder = new StringDecoder("utf8");
  readonly #redacting;
  readonly #limit;
  #pieces: Buffer[] = [];
  #held = 0;
  #omitted = 0;
  #bytes = 0;

  constructor(redactor: Redactor, limit: OutputLimit) {
    this.#redacting = redactor.stream();
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  write(chunk: Buffer): void {
    this.#bytes += chunk.length;
    // Past a full head only the count matters; looking for secrets in what nobody sees would waste the machine.
    if (this.#limit.keep === "head" && this.#held > this.#limit.bytes) this.#omitted += chunk.length;
    else this.#keep(this.#redacting.push(this.#decoder.write(chunk)));
  }

  finish(): Kept {
    this.#keep(this.#redacting.push(this.#decoder.end()) + this.#redacting.end());
    const all = Buffer.concat(this.#pieces);
    const kept = this.#limit.keep === "head" ? head(all, this.#limit.bytes) : tail(all, this.#limit.bytes);
    return {
      text: kept.toString("utf8"),
      bytes: this.#bytes,
      omitted: this.#omitted + all.length - kept.length,
    };
  }

  #keep(text: string): void {
    if (text === "") return;
    const piece = Buffer.from(text, "utf8");
    this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#limit.keep === "head") return;
    for (let first = this.#pieces[0]; first; first = this.#pieces[0]) {
      if (this.#held - first.length < this.#limit.bytes) return;
      this.#pieces.shift();
      this.#held -= first.length;
      this.#omitted += first.length;
    }
  }
}

const continues = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** The first bytes, without a letter cut in half. */
function head(all: Buffer, limit: number): Buffer {
  let end = Math.min(limit, all.length);
  while (end > 0 && end < all.length && continues(all[end])) end--;
  return all.subarray(0, end);
}

function tail(all: Buffer, limit: number): Buffer {
  let start = Math.max(0, all.length - limit);
  while (start < all.length && continues(all[start])) start++;
  return all.subarray(start);
}
