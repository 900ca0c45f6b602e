import { Paper } from "../stream/paper.ts";

const MOST_BYTES = 64 << 20;

/** What one command has printed, as rows, told once each. */
export class Printed {
  readonly #paper = new Paper();
  #bytes = 0;
  #told = 0;
  /** More was printed than is kept. */
  overflow = false;

  write(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_BYTES) this.overflow = true;
    else this.#paper.write(bytes);
  }

  end(): void {
    this.#paper.end();
  }

  /** Rows since the last time they were asked for; one still being printed waits for its end. */
  take(ended: boolean): string[] {
    const rows = this.#paper.rows;
    const last = rows.at(-1) ?? "";
    const end = ended && last !== "" ? rows.length : rows.length - 1;
    const fresh = rows.slice(this.#told, Math.max(this.#told, end));
    this.#told = Math.max(this.#told, end);
    return fresh;
  }
}
