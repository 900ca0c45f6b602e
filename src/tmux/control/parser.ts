const NEWLINE = 10;
const NOTHING = Buffer.alloc(0);

/** What is awaited for one line of commands: each command is followed by a fence only we know. */
export interface Expectation {
  readonly fences: readonly string[];
  settle(reply: Reply): void;
}

/** The bodies in order; after a failure the bodies of the commands before it, and tmux's words. */
export interface Reply {
  readonly bodies: readonly Buffer[];
  readonly error?: string;
}

export interface Listener {
  notification(line: string): void;
  /** Output of a pane, still in the escaped spelling of the wire. */
  output(pane: string, escaped: Buffer): void;
  /** A reply to somebody else: the command the client was started with, or a hook. */
  aside(failed: boolean, text: string): void;
}

/** Reads the bytes of a control-mode client, cut anywhere. Text of panes cannot pass for a reply: it lacks the fence. */
export class ControlParser {
  readonly #listener: Listener;
  readonly #expected: Expectation[] = [];
  #held: Buffer = NOTHING;
  #reply: Collected | undefined;
  #aside: { readonly id: string; readonly lines: string[] } | undefined;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  expect(expectation: Expectation): void {
    this.#expected.push(expectation);
  }

  get awaited(): number {
    return this.#expected.length;
  }

  feed(chunk: Buffer): void {
    let rest: Buffer | undefined = chunk;
    while (rest && rest.length > 0) rest = this.#reply ? this.#collect(this.#reply, rest) : this.#lines(rest);
  }

  /** Reads whole lines until one opens a reply to us; what follows that line is handed back. */
  #lines(chunk: Buffer): Buffer | undefined {
    const data = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    // Bytes that were held have no line end in them, so the search starts behind them.
    let end = data.indexOf(NEWLINE, this.#held.length);
    this.#held = NOTHING;
    let start = 0;
    for (; end >= 0; end = data.indexOf(NEWLINE, start)) {
      const line = data.subarray(start, end);
      if (!this.#aside && opensReply(line) && this.#expected.length > 0) {
        this.#reply = new Collected(this.#expected[0]?.fences.at(-1) ?? "");
        return data.subarray(start);
      }
      this.#line(line);
      start = end + 1;
    }
    this.#held = data.subarray(start);
    return undefined;
  }

  #collect(reply: Collected, chunk: Buffer): Buffer | undefined {
    const whole = reply.add(chunk);
    if (!whole) return undefined;
    this.#reply = undefined;
    const expectation = this.#expected.shift();
    const { result, between } = decode(whole.raw, expectation?.fences ?? []);
    expectation?.settle(result);
    for (const line of between) this.#line(line);
    return whole.rest;
  }

  #line(line: Buffer): void {
    if (this.#aside) return this.#insideAside(line, this.#aside);
    if (line[0] !== 37) return; // Only lines with a percent sign speak to us.
    if (startsWith(line, "%output ")) {
      const space = line.indexOf(32, 8);
      return this.#listener.output(line.toString("latin1", 8, space), line.subarray(space + 1));
    }
    if (startsWith(line, "%extended-output ")) {
      const space = line.indexOf(32, 17);
      const data = line.indexOf(" : ", space);
      return this.#listener.output(line.toString("latin1", 17, space), line.subarray(data + 3));
    }
    const text = line.toString();
    if (text.startsWith("%begin ")) this.#aside = { id: text.slice(7), lines: [] };
    else this.#listener.notification(text);
  }

  #insideAside(line: Buffer, aside: { readonly id: string; readonly lines: string[] }): void {
    const text = line.toString();
    const failed = text === `%error ${aside.id}`;
    if (!failed && text !== `%end ${aside.id}`) {
      aside.lines.push(text);
      return;
    }
    this.#aside = undefined;
    this.#listener.aside(failed, aside.lines.join("\n"));
  }
}

/** The bytes of one reply as they come in, until its last fence and the guard behind it are there. */
class Collected {
  readonly #chunks: Buffer[] = [];
  readonly #fence: Buffer;
  #tail: Buffer = NOTHING;
  #found = false;

  constructor(fence: string) {
    this.#fence = Buffer.from(`\n${fence}\n%end `);
  }

  add(chunk: Buffer): { readonly raw: Buffer; readonly rest: Buffer } | undefined {
    this.#chunks.push(chunk);
    if (!this.#found) {
      const seam = Buffer.concat([this.#tail, chunk.subarray(0, this.#fence.length)]);
      this.#found = seam.includes(this.#fence) || chunk.includes(this.#fence);
      this.#tail = Buffer.concat([this.#tail, chunk.subarray(-this.#fence.length)]).subarray(
        -this.#fence.length,
      );
      if (!this.#found) return undefined;
    }
    const all = Buffer.concat(this.#chunks);
    const end = all.indexOf(NEWLINE, all.lastIndexOf(this.#fence) + this.#fence.length);
    return end < 0 ? undefined : { raw: all.subarray(0, end + 1), rest: all.subarray(end + 1) };
  }
}

/** Cuts the bytes from the first guard to the last fence into bodies, and the lines tmux put between them. */
function decode(raw: Buffer, fences: readonly string[]): { result: Reply; between: Buffer[] } {
  const bodies: Buffer[] = [];
  const between: Buffer[] = [];
  let from = 0;
  for (const fence of fences) {
    // After a failed command the rest of its line is dropped, so its own fence is missing and the last one ends it.
    const own = raw.indexOf(`\n${fence}\n%end `, from);
    const fenceAt = own >= 0 ? own : raw.indexOf(`\n${fences.at(-1)}\n%end `, from);
    const begin = opening(raw, from, between);
    const bodyAt = raw.indexOf(NEWLINE, begin) + 1;
    const id = raw.toString("latin1", begin + 7, bodyAt - 1);
    const fenceBegin = raw.lastIndexOf("\n%begin ", fenceAt - 1);
    const ended = raw.lastIndexOf(`\n%end ${id}\n`, fenceBegin);
    const failed = raw.lastIndexOf(`\n%error ${id}\n`, fenceBegin);
    const close = Math.max(ended, failed, bodyAt - 1);
    const body = raw.subarray(bodyAt, close + 1);
    const behind = raw.indexOf(NEWLINE, close + 1) + 1;
    between.push(...linesOf(raw.subarray(behind, fenceBegin + 1)));
    if (failed > ended) return { result: { bodies, error: body.toString().trimEnd() }, between };
    bodies.push(body);
    from = raw.indexOf(NEWLINE, fenceAt + fence.length + 3) + 1;
  }
  return { result: { bodies }, between };
}

/** Where the next reply to us begins; lines before it are notifications. */
function opening(raw: Buffer, from: number, between: Buffer[]): number {
  for (let at = from; ;) {
    const end = raw.indexOf(NEWLINE, at);
    const line = raw.subarray(at, end);
    if (end < 0 || opensReply(line)) return at;
    between.push(line);
    at = end + 1;
  }
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0, end = 0; (end = bytes.indexOf(NEWLINE, at)) >= 0; at = end + 1)
    lines.push(bytes.subarray(at, end));
  return lines;
}

/** Guards end in 1 when they answer a line of ours, in 0 when a hook or the opening command is answered. */
function opensReply(line: Buffer): boolean {
  return startsWith(line, "%begin ") && line.at(-1) === 49 && line.at(-2) === 32;
}

function startsWith(line: Buffer, prefix: string): boolean {
  return line.length >= prefix.length && line.toString("latin1", 0, prefix.length) === prefix;
}
