import { randomBytes } from "node:crypto";
import { ToolError } from "../../errors.ts";
import { foreground, isShell } from "../foreground.ts";
import { typed } from "../keys.ts";
import type { Server } from "../server.ts";
import { Paper } from "../stream/paper.ts";
import { type Entry, enter, onDeath } from "../wait/entry.ts";
import { remaining, within, type Within } from "../within.ts";
import { MarkScanner } from "./marks.ts";
import { type Script, typedLine, unseenLines } from "./script.ts";
import { type ReadyShell, readyShell } from "./shell.ts";

/** How long a shell at its prompt may take to say it is ready. */
const READY_MS = 1_000;
/** Characters a shell on a busy machine reads in a millisecond: it takes them one by one. */
const READ_PER_MS = 20;
/** How long a prompt may take once the status is known, and how long it pauses when it is drawn. */
const PROMPT_MS = 150;
const QUIET_MS = 20;
const MOST_BYTES = 64 << 20;
const STOPPED = "The shell is back at its prompt without a status: the command was stopped or replaced.";

export interface Ending {
  readonly status: number | null;
  /** Why there is no status, in words. */
  readonly reason: string | null;
}

/** One command in one pane, from the moment it is typed until its status is known. */
export class Job {
  readonly id = randomBytes(9).toString("base64url");
  readonly started = performance.now();
  readonly paneId: string;
  readonly #server: Server;
  readonly #script: Script;
  readonly #scanner: MarkScanner;
  readonly #paper = new Paper();
  #ready = Promise.withResolvers<void>();
  readonly #running = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<Ending>();
  readonly #undo: (() => void)[] = [];
  #shell: ReadyShell | undefined;
  #panePid = 0;
  #begun = false;
  #result: Ending | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asked = false;
  #drawn = false;
  #stirred: () => void = () => {};
  #bytes = 0;
  #told = 0;
  /** How often in a row the shell was seen with the terminal and without output. */
  #idle = 0;
  /** More was printed than is kept. */
  overflow = false;
  ending: Ending | undefined;

  constructor(
    server: Server,
    paneId: string,
    wanted: { readonly command: string; readonly suppressHistory: boolean },
  ) {
    this.#server = server;
    this.paneId = paneId;
    const token = randomBytes(9).toString("hex");
    this.#script = { ...wanted, kind: "posix", token };
    this.#scanner = new MarkScanner(token);
    for (const { promise } of [this.#ready, this.#running, this.#ended]) promise.catch(() => {});
  }

  /** Settles when the command has ended, whatever became of it. */
  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  /** Types the command. Settles once it runs; fails with the reason when the shell does not take it. */
  async start(limit: Within): Promise<void> {
    let entry = await enter(this.#server, this.paneId, this, limit);
    this.#undo.push(() => entry.watched.leave());
    const blank = entry.screen.every((row) => row === "");
    if (entry.cursorX === 0 && (blank || isShell(entry.program))) {
      // A shell that is still starting has no prompt yet; what is typed now would be mangled.
      await this.#prompt(limit);
      entry.watched.leave();
      entry = await enter(this.#server, this.paneId, this, limit);
    }
    try {
      const shell = readyShell(entry);
      this.#shell = shell;
      this.#panePid = entry.pid;
      this.#undo.push(onDeath(entry.pid, () => this.gone("The program in the pane ended.")));
      await this.#type(entry, shell, limit);
      if (shell.pid !== undefined) this.#watchShell(entry, shell.pid);
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  mark(): void {}

  /** Settles when something was printed and then nothing more, or when nothing is. */
  #prompt(limit: Within): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#stirred = () => {};
        clearTimeout(quiet);
        clearTimeout(never);
        resolve();
      };
      let quiet: NodeJS.Timeout | undefined;
      const never = setTimeout(done, Math.min(READY_MS, remaining(limit)));
      this.#stirred = () => {
        clearTimeout(quiet);
        quiet = setTimeout(done, 2 * QUIET_MS);
      };
    });
  }

  output(bytes: Buffer): void {
    this.#stirred();
    this.#idle = 0;
    for (const piece of this.#scanner.scan(bytes)) {
      if ("bytes" in piece) this.#print(piece.bytes);
      else if (piece.mark.kind === "R") this.#ready.resolve();
      else if (piece.mark.kind === "C") {
        this.#begun = true;
        this.#running.resolve();
      } else this.#finished({ status: piece.mark.status ?? null, reason: null });
    }
  }

  gone(why: string): void {
    const error = new ToolError("PaneGone", why, { suggestion: "list_panes shows the panes that exist." });
    this.#ready.reject(error);
    this.#running.reject(error);
    this.#end({ status: null, reason: why });
  }

  /** Lines printed since the last time they were asked for; a line still being printed waits for its end. */
  take(): string[] {
    const rows = this.#paper.rows;
    const last = rows.at(-1) ?? "";
    const end = this.ending && last !== "" ? rows.length : rows.length - 1;
    const fresh = rows.slice(this.#told, Math.max(this.#told, end));
    this.#told = Math.max(this.#told, end);
    return fresh;
  }

  stop(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  async #type(entry: Entry, shell: ReadyShell, limit: Within): Promise<void> {
    const script = { ...this.#script, kind: shell.kind };
    let line = typedLine(script);
    // A line that ends exactly at the edge leaves the cursor where terminals and shells disagree.
    if ((entry.cursorX + line.length) % entry.width === 0) line += " ";
    const rows = Math.floor((entry.cursorX + line.length) / entry.width) + 1;
    const unseen = unseenLines(script, { rows, column: entry.cursorX + 1 });
    // A space and C-u empty the line of whatever stood in it, without the bell of an empty one.
    await this.#send([` \x15${line}`], this.#ready.promise, limit);
    this.#server.typed(this.paneId, this.#script.command, true);
    if (unseen.pieces.length > 0) {
      this.#ready = Promise.withResolvers();
      await this.#send([unseen.line], this.#ready.promise, limit);
    }
    await this.#send(unseen.pieces.length > 0 ? unseen.pieces : [unseen.line], this.#running.promise, limit);
  }

  /** Types lines and waits for the mark they lead to. A prompt answers in milliseconds; silence means that something else reads. */
  async #send(lines: readonly string[], mark: Promise<void>, limit: Within): Promise<void> {
    const late = Promise.withResolvers<"late">();
    const text = lines.map((line) => `${line}\r`).join("");
    const patience = READY_MS * (this.#shell?.pid === undefined ? 5 : 1) + text.length / READ_PER_MS;
    const timer = setTimeout(() => late.resolve("late"), Math.min(patience, remaining(limit)));
    const sent = this.#server.write(typed(this.paneId, text), limit);
    try {
      const outcome = await Promise.race([Promise.all([mark, sent]), late.promise]);
      limit.signal?.throwIfAborted();
      if (outcome !== "late") return;
    } finally {
      clearTimeout(timer);
    }
    const back = this.#prompt(within(READY_MS));
    await this.#server.write(typed(this.paneId, "\x03"), within(2_000)).catch(() => {});
    await back;
    throw new ToolError(
      "ShellNotReady",
      `The shell in ${this.paneId} did not run the command: it waits for something else, such as the rest of an unfinished line.`,
      { suggestion: "It was sent C-c, so its prompt should be back; look with capture_pane and try again." },
    );
  }

  /** Stopped or interrupted commands leave no status; then the shell has the terminal again without a mark. */
  #watchShell({ pid: panePid, watched }: Entry, shellPid: number): void {
    const timer = setInterval(() => {
      this.#idle = foreground(panePid)?.pid === shellPid ? this.#idle + 1 : 0;
      if (this.#idle < 3) return;
      this.#idle = Number.NEGATIVE_INFINITY;
      // What was printed comes later than the kernel knows of the end; behind this answer nothing is left of it.
      void watched.ask(["display-message -p ''"], within(READY_MS)).then(
        () => this.#idle < 0 && this.#end({ status: null, reason: STOPPED }),
        () => (this.#idle = 0),
      );
    }, 200);
    timer.unref();
    this.#undo.push(() => clearInterval(timer));
  }

  #print(bytes: Buffer): void {
    if (this.#result) return this.#prompted(bytes, this.#result);
    if (!this.#begun) return;
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_BYTES) this.overflow = true;
    else this.#paper.write(bytes);
  }

  /** The status is known; the call ends when the prompt is back, so that the next one finds a shell that reads. */
  #finished(result: Ending): void {
    this.#paper.end();
    this.#result = result;
    this.#endIn(PROMPT_MS, result);
  }

  #prompted(bytes: Buffer, result: Ending): void {
    // The prompt is there when the shell asks for marked pastes and something is drawn, in whichever order.
    this.#asked ||= bytes.includes("\x1b[?2004h");
    this.#drawn ||= /[^\s]/.test(
      bytes.toString("latin1").replace(/\x1b(\[[0-?]*[ -/]*[@-~]|\].*?(\x07|\x1b\\))/g, ""),
    );
    if (this.#asked && this.#drawn) return this.#end(result);
    const { kind, pid } = this.#shell ?? {};
    if (pid === undefined || foreground(this.#panePid)?.pid !== pid) return;
    // A plain prompt comes in one piece; an edited one is drawn in several.
    if (kind === "posix") this.#end(result);
    else this.#endIn(QUIET_MS, result);
  }

  #endIn(delayMs: number, result: Ending): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(result), delayMs);
  }

  #end(ending: Ending): void {
    if (this.ending) return;
    this.ending = ending;
    clearTimeout(this.#timer);
    this.#ended.resolve(ending);
    this.stop();
  }
}
