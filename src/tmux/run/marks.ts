import { MARK_START } from "./script.ts";

export interface Mark {
  readonly kind: "R" | "C" | "D";
  readonly status: number | undefined;
}

export type Piece = { readonly bytes: Buffer } | { readonly mark: Mark };

/** Finds the marks of one command in what a pane prints. Without the token nobody else can print one. */
export class MarkScanner {
  readonly #start = Buffer.from(MARK_START);
  readonly #token: string;
  #held: Buffer = Buffer.alloc(0);

  constructor(token: string) {
    this.#token = token;
  }

  *scan(chunk: Buffer): Generator<Piece> {
    let data = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    this.#held = Buffer.alloc(0);
    let from = 0;
    while (data.length > 0) {
      const at = data.indexOf(this.#start, from);
      if (at < 0) break;
      const end = data.indexOf(7, at);
      if (end < 0 && data.length - at < 100) {
        if (at > 0) yield { bytes: data.subarray(0, at) };
        this.#held = data.subarray(at);
        return;
      }
      const mark = this.#mark(data.toString("latin1", at + this.#start.length, end));
      if (mark) {
        if (at > 0) yield { bytes: data.subarray(0, at) };
        yield { mark };
        data = data.subarray(end + 1);
        from = 0;
      } else from = at + 1;
    }
    const whole = data.length - beginning(data, this.#start);
    this.#held = data.subarray(whole);
    if (whole > 0) yield { bytes: data.subarray(0, whole) };
  }

  #mark(text: string): Mark | undefined {
    const [kind, token, status] = text.split(";");
    if (token !== this.#token || (kind !== "R" && kind !== "C" && kind !== "D")) return undefined;
    if (status === undefined) return { kind, status };
    return /^\d+$/.test(status) ? { kind, status: Number(status) } : undefined;
  }
}

/** How many bytes at the end may be the beginning of a mark. */
function beginning(data: Buffer, start: Buffer): number {
  for (let length = Math.min(start.length - 1, data.length); length > 0; length -= 1) {
    if (data.subarray(data.length - length).equals(start.subarray(0, length))) return length;
  }
  return 0;
}
