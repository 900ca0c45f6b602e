import { randomBytes } from "node:crypto";
import { uptime } from "node:os";
import { ToolError } from "../../errors.ts";
import { hasStoppedChild, isShell } from "../foreground.ts";
import { typed } from "../keys.ts";
import type { Server } from "../server.ts";
import { Paper } from "../stream/paper.ts";
import type { Watched } from "../stream/watch.ts";
import { enter, onDeath } from "../wait/entry.ts";
import { remaining, within, type Within } from "../within.ts";
import { MarkScanner } from "./marks.ts";
import { compose } from "./dialects/compose.ts";
import type { Script, Typing } from "./script.ts";
import { forget, isFree, remember, remembered, type Seat, seatOf, typeIfSame } from "./seat.ts";
import { readyShell } from "./shell.ts";

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

interface Sending {
  readonly mark: Promise<void>;
  readonly limit: Within;
  /** Sends keys; says whether they were typed. */
  readonly type?: (keys: readonly string[]) => Promise<boolean>;
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
  readonly #uptime = uptime();
  #seat: Seat | undefined;
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
    const token = randomBytes(9).toString("base64url");
    this.#script = { ...wanted, token };
    this.#scanner = new MarkScanner(token);
    for (const { promise } of [this.#ready, this.#running, this.#ended]) promise.catch(() => {});
  }

  /** Settles when the command has ended, whatever became of it. */
  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  /** Types the command. Settles once it runs; fails with the reason when the shell does not take it. */
  async start(limit: Within): Promise<void> {
    try {
      await ((await this.#again(limit)) || this.#anew(limit));
    } catch (error) {
      forget(this.#server, this.paneId);
      this.stop();
      throw error;
    }
  }

  /** Where a command ran before, the next one is typed without a look if the prompt is still the same. */
  async #again(limit: Within): Promise<boolean> {
    const seat = remembered(this.#server, this.paneId);
    if (!seat || !isFree(seat)) return false;
    const watched = await this.#server.watch.join(seat, this, limit);
    this.#undo.push(() => watched.leave());
    const typing = compose(seat.shell.kind, this.#script, seat);
    let same = false;
    await this.#send(firstOf(typing), {
      mark: typing.later ? this.#ready.promise : this.#running.promise,
      limit,
      type: async (keys) => {
        same = await typeIfSame(seat, keys, watched, limit);
        return same;
      },
    });
    if (!same) {
      forget(this.#server, this.paneId);
      this.stop();
      return false;
    }
    this.#sitDown(seat);
    await this.#sendRest(typing, limit);
    this.#watchShell(seat, watched);
    return true;
  }

  async #anew(limit: Within): Promise<void> {
    let entry = await enter(this.#server, this.paneId, this, limit);
    this.#undo.push(() => entry.watched.leave());
    const blank = entry.screen.every((row) => row === "");
    if (entry.cursorX === 0 && (blank || isShell(entry.program))) {
      // A shell that is still starting has no prompt yet; what is typed now would be mangled.
      await this.#prompt(limit);
      entry.watched.leave();
      entry = await enter(this.#server, this.paneId, this, limit);
    }
    const seat = seatOf(entry, readyShell(entry));
    this.#sitDown(seat);
    const typing = compose(seat.shell.kind, this.#script, seat);
    await this.#send(firstOf(typing), {
      mark: typing.later ? this.#ready.promise : this.#running.promise,
      limit,
    });
    await this.#sendRest(typing, limit);
    this.#watchShell(seat, entry.watched);
    remember(this.#server, seat);
  }

  #sitDown(seat: Seat): void {
    this.#seat = seat;
    this.#undo.push(onDeath(seat.panePid, () => this.gone("The program in the pane ended.")));
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
      } else this.#finished(piece.mark.status ?? null);
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

  async #sendRest({ later = [] }: Typing, limit: Within): Promise<void> {
    this.#server.typed(this.paneId, this.#script.command, true);
    for (const [i, text] of later.entries()) {
      this.#ready = Promise.withResolvers();
      this.#ready.promise.catch(() => {});
      const mark = i < later.length - 1 ? this.#ready.promise : this.#running.promise;
      await this.#send(text, { mark, limit });
    }
  }

  /** Types and waits for the mark it leads to. A prompt answers in milliseconds; silence means that something else reads. */
  async #send(text: string, { mark, limit, type = this.#write(limit) }: Sending): Promise<void> {
    const late = Promise.withResolvers<"late">();
    const patience = READY_MS * (this.#seat?.shell.kind === "unknown" ? 5 : 1) + text.length / READ_PER_MS;
    const timer = setTimeout(() => late.resolve("late"), Math.min(patience, remaining(limit)));
    const sent = type(typed(this.paneId, text));
    try {
      const answered = sent.then(async (was) => was && (await mark));
      const outcome = await Promise.race([answered, late.promise]);
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
  #watchShell(seat: Seat, watched: Watched): void {
    const timer = setInterval(() => {
      this.#idle = isFree(seat) ? this.#idle + 1 : 0;
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

  #write(limit: Within): (keys: readonly string[]) => Promise<boolean> {
    return async (keys) => {
      await this.#server.write(keys, limit);
      return true;
    };
  }

  #print(bytes: Buffer): void {
    if (this.#result) return this.#prompted(bytes, this.#result);
    if (!this.#begun) return;
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_BYTES) this.overflow = true;
    else this.#paper.write(bytes);
  }

  /** The status is known; the call ends when the prompt is back, so that the next one finds a shell that reads. */
  #finished(status: number | null): void {
    this.#paper.end();
    const shell = this.#seat?.shell.pid;
    // A stopped command looks like one that ended by that signal.
    const stopped = status !== null && status > 128 && shell !== undefined && hasStoppedChild(shell, this.#uptime);
    this.#result = stopped ? { status: null, reason: STOPPED } : { status, reason: null };
    this.#endIn(PROMPT_MS, this.#result);
  }

  #prompted(bytes: Buffer, result: Ending): void {
    // The prompt is there when the shell asks for marked pastes and something is drawn, in whichever order.
    this.#asked ||= bytes.includes("\x1b[?2004h");
    this.#drawn ||= /[^\s]/.test(
      bytes.toString("latin1").replace(/\x1b(\[[0-?]*[ -/]*[@-~]|\].*?(\x07|\x1b\\))/g, ""),
    );
    if (this.#asked && this.#drawn) return this.#end(result);
    if (!this.#seat || !isFree(this.#seat)) return;
    // fish puts the cursor behind its prompt when all of it is drawn.
    if (this.#drawn && bytes.toString("latin1").endsWith(`\r\x1b[${this.#seat.column}C`)) return this.#end(result);
    // A plain prompt comes in one piece; an edited one is drawn in several.
    if (this.#seat.shell.kind === "posix") this.#end(result);
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

/** A space and C-u empty the line of whatever stood in it, without the bell of an empty one. */
function firstOf({ line, behind = "" }: Typing): string {
  return ` \x15${line}\r${behind}`;
}
