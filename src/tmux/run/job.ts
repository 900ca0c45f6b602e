import { uptime } from "node:os";
import { ToolError } from "../../errors.ts";
import { random } from "../control/random.ts";
import { foreground, hasStoppedChild, isAtWork, isShell } from "../foreground.ts";
import { typed } from "../keys.ts";
import type { Server } from "../server.ts";
import type { Watched } from "../stream/watch.ts";
import { enter, onDeath } from "../wait/entry.ts";
import { remaining, within, type Within } from "../within.ts";
import { Idle } from "./idle.ts";
import { MarkScanner } from "./marks.ts";
import { patiently } from "./patience.ts";
import { Printed } from "./printed.ts";
import { PromptBack } from "./prompt-back.ts";
import { compose } from "./dialects/compose.ts";
import { placeOf } from "./place.ts";
import { type Script, wipe } from "./script.ts";
import { forget, isFree, remember, remembered, type Seat, seatOf, typeIfSame } from "./seat.ts";
import { notReady, readyShell } from "./shell.ts";
import { Stir } from "./stir.ts";

/** How long a shell at its prompt may take to say it is ready. */
const READY_MS = 800;
/** Characters a shell on a busy machine reads in a millisecond: it takes them one by one. */
const READ_PER_MS = 20;
/** How long a prompt may take once the status is known, and how long it pauses when it is drawn. */
const PROMPT_MS = 150;
const QUIET_MS = 20;
/** Empties the line of whatever stood in it, without the bell of an empty one. */
const EMPTY_LINE = " \x05\x15";
const STOPPED = "The shell is back at its prompt without a status: the command was stopped or replaced.";

export interface Ending {
  readonly status: number | null;
  /** Why there is no status, in words. */
  readonly reason: string | null;
}

interface Sending {
  readonly mark: Promise<void>;
  /** What the shell is to read if nothing follows. */
  readonly owed?: string | undefined;
  readonly watched: Watched;
  readonly limit: Within;
  /** Sends keys; says whether they were typed. */
  readonly type?: ((keys: readonly string[]) => Promise<boolean>) | undefined;
}

/** One command in one pane, from the moment it is typed until its status is known. */
export class Job {
  readonly id = random(9).toString("base64url");
  readonly started = performance.now();
  readonly paneId: string;
  readonly #server: Server;
  readonly #script: Script;
  readonly #scanner: MarkScanner;
  readonly #prompt = new PromptBack();
  readonly printed = new Printed();
  #ready = Promise.withResolvers<void>();
  readonly #running = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<Ending>();
  readonly #undo: (() => void)[] = [];
  readonly #uptime = uptime();
  #seat: Seat | undefined;
  #begun = false;
  #result: Ending | undefined;
  #timer: NodeJS.Timeout | undefined;
  #announced = false;
  readonly #stir = new Stir();
  #owed: string | undefined;
  readonly #idle = new Idle();
  ending: Ending | undefined;

  constructor(
    server: Server,
    paneId: string,
    wanted: { readonly command: string; readonly suppressHistory: boolean },
  ) {
    this.#server = server;
    this.paneId = paneId;
    const token = random(6).toString("base64url");
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
      if (this.#owed !== undefined) await this.#type(this.#owed);
      this.stop();
      throw error;
    }
  }

  /** Where a command ran before, the next one is typed without a look if the prompt is still the same. */
  async #again(limit: Within): Promise<boolean> {
    const seat = remembered(this.#server, this.paneId);
    if (!seat || !isFree(seat)) return false;
    // A pane that has moved is gone from where it was, but not from where it will be found.
    const onlooker = {
      output: (bytes: Buffer) => this.output(bytes),
      gone: (why: string) => took && this.gone(why),
    };
    let took = false;
    const watched = await this.#server.watch.join(seat, onlooker, limit);
    this.#while(() => watched.leave());
    took = await this.#take(seat, watched, {
      limit,
      type: (keys) => typeIfSame(seat, keys, watched, limit),
    });
    if (!took) {
      forget(this.#server, this.paneId);
      this.stop();
    }
    return took;
  }

  async #anew(limit: Within): Promise<boolean> {
    let entry = await enter(this.#server, this.paneId, this, limit);
    this.#while(() => entry.watched.leave());
    const blank = entry.screen.every((row) => row === "");
    if (entry.cursorX === 0 && (blank || isShell(entry.program))) {
      // A shell that is still starting has no prompt yet; what is typed now would be mangled.
      await this.#stir.over(Math.min(READY_MS, remaining(limit)));
      entry.watched.leave();
      entry = await enter(this.#server, this.paneId, this, limit);
    }
    const seat = seatOf(entry, readyShell(entry));
    const took = await this.#take(seat, entry.watched, { limit });
    remember(this.#server, this.#seat ?? seat);
    return took;
  }

  /** Has the shell at this seat take the command. False when the prompt is another one and nothing was typed. */
  async #take(
    seat: Seat,
    watched: Watched,
    { limit, type }: Pick<Sending, "limit" | "type">,
  ): Promise<boolean> {
    this.#seat = seat;
    this.#while(onDeath(seat.panePid, () => this.gone("The program in the pane ended.")));
    const known = type !== undefined;
    const { line, behind = "", later, nothing } = compose(seat.shell.kind, this.#script, { ...seat, known });
    const mark = later ? this.#ready.promise : this.#running.promise;
    this.#announce(line, seat.column);
    const first = `${EMPTY_LINE}${line}\r${behind}`;
    if (!(await this.#send(first, { mark, owed: nothing, watched, limit, type }))) return false;
    if (later) {
      const place = await placeOf(line, seat, watched, limit);
      this.#seat = { ...seat, column: place.column };
      this.#announce(line, place.column);
      await this.#rest(later(wipe(place)), { watched, limit });
    }
    this.#while(this.#idle.watch(seat, watched, () => this.#end({ status: null, reason: STOPPED })));
    return true;
  }

  /** Types the rest of a command for a shell that waits for it behind a line. */
  async #rest(texts: readonly string[], how: Pick<Sending, "watched" | "limit">): Promise<void> {
    for (const [i, text] of texts.entries()) {
      this.#ready = Promise.withResolvers();
      this.#ready.promise.catch(() => {});
      const mark = i < texts.length - 1 ? this.#ready.promise : this.#running.promise;
      await this.#send(text, { ...how, mark });
    }
  }

  /** Whoever waits on this pane must know the echo before it comes. */
  #announce(line: string, column: number): void {
    if (!this.#announced) this.#server.typed(this.paneId, line, true);
    this.#announced = true;
    this.#server.disguised(this.paneId, { line, command: this.#script.command, column });
  }

  /** Something to undo when the command has ended. */
  #while(undo: () => void): void {
    if (this.ending) undo();
    else this.#undo.push(undo);
  }

  /** The look is answered; what is printed from here on it did not show. */
  mark(): void {
    this.#stir.reset();
  }

  output(bytes: Buffer): void {
    this.#stir.heard();
    this.#idle.heard();
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

  stop(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  /** Types and waits for the mark it leads to. A prompt answers in milliseconds; silence means that something else reads. */
  async #send(text: string, { mark, owed, watched, limit, type }: Sending): Promise<boolean> {
    // A call that is over before tmux answers may have typed nonetheless.
    this.#owed = type ? undefined : owed;
    const answered = (type ?? this.#write(limit))(typed(this.paneId, text)).then(async (was) => {
      if (was) this.#owed = owed;
      if (was) await mark;
      return was;
    });
    answered.catch(() => {});
    const patience = READY_MS * (this.#seat?.shell.kind === "unknown" ? 5 : 1) + text.length / READ_PER_MS;
    // On the client that listens: its answer stands behind the output of other panes that may hold the mark up.
    const probe = () => watched.ask(["display-message -p ''"], limit);
    const atWork = () => this.#shells().some(isAtWork);
    const outcome = await patiently(answered, patience, { limit, probe, atWork });
    limit.signal?.throwIfAborted();
    if (outcome !== "late") return outcome;
    this.#owed = undefined;
    this.#stir.reset();
    const back = this.#stir.over(READY_MS);
    await this.#type("\x03");
    await back;
    throw notReady(this.paneId);
  }

  /** The shell that reads what is typed, and what it runs in front of it. */
  #shells(): number[] {
    const { shell, panePid } = this.#seat ?? {};
    const front = panePid === undefined ? undefined : foreground(panePid)?.pid;
    return [shell?.pid, front].filter((pid) => pid !== undefined);
  }

  /** However short the call's time is. */
  async #type(keys: string): Promise<void> {
    await this.#server.write(typed(this.paneId, keys), within(2_000)).catch(() => {});
  }

  #write(limit: Within): (keys: readonly string[]) => Promise<boolean> {
    return async (keys) => {
      await this.#server.write(keys, limit);
      return true;
    };
  }

  #print(bytes: Buffer): void {
    if (!this.#result) {
      if (this.#begun) this.printed.write(bytes);
      return;
    }
    const back = this.#prompt.seen(bytes, this.#seat);
    if (back === "yes") this.#end(this.#result);
    else if (back === "soon") this.#endIn(QUIET_MS, this.#result);
  }

  /** The status is known; the call ends when the prompt is back, so that the next one finds a shell that reads. */
  #finished(status: number | null): void {
    this.printed.end();
    const shell = this.#seat?.shell.pid;
    // A stopped command looks like one that ended by that signal.
    const stopped =
      status !== null && status > 128 && shell !== undefined && hasStoppedChild(shell, this.#uptime);
    this.#result = stopped ? { status: null, reason: STOPPED } : { status, reason: null };
    this.#endIn(PROMPT_MS, this.#result);
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
