import { start } from "../../os/process.ts";
import { settle, type Within } from "../within.ts";
import { ControlParser, type Reply } from "./parser.ts";
import { random } from "./random.ts";

/** Why a line of commands has no ordinary answer. */
export class ChannelFailure extends Error {
  /** `refused`: tmux said no. `closed`: the client went away. `late`: no answer in time; it may still run. */
  readonly kind: "refused" | "closed" | "late";

  constructor(kind: "refused" | "closed" | "late", message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface ChannelOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  notification?(line: string): void;
  output?(pane: string, escaped: Buffer): void;
  closed?(): void;
}

/**
 * A client with unread output outlives its reader in some versions and would keep its session and even its server from
 * ending. So one that lost us is killed: the guard holds a line to us, and only the word of a good end spares the client.
 */
const TIED = `(read -r word <&3 || kill -9 $$) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-`;

/** How many unanswered lines a silent server may collect before we stop adding to them. */
const MOST_UNANSWERED = 5_000;

/** One control-mode client: lines of commands in, their bodies out, any number in flight. */
export class ControlChannel {
  readonly #child: ReturnType<typeof start>;
  readonly #parser: ControlParser;
  readonly #options: ChannelOptions;
  readonly #unanswered = new Set<(failure: ChannelFailure) => void>();
  readonly #opened = Promise.withResolvers<void>();
  #open = true;
  #words = "";
  /** The session this client sits in, as tmux announced it. */
  session: string | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#parser = new ControlParser({
      notification: (line) => this.#notified(line),
      output: (pane, escaped) => options.output?.(pane, escaped),
      aside: (failed, text) => {
        if (failed) this.#words += text;
      },
    });
    this.#opened.promise.catch(() => {});
    this.#child = start("/bin/sh", ["-c", TIED, "sh", options.file, ...options.args], {
      env: options.env,
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
    this.#child.stdout?.on("data", (chunk: Buffer) => this.#parser.feed(chunk));
    this.#child.stderr?.on("data", (chunk: Buffer) => (this.#words += chunk.toString()));
    this.#child.stdin?.on("error", () => {});
    const line = this.#child.stdio[3];
    line?.on("error", () => {});
    this.#child.once("exit", () => {
      if (line && "end" in line) line.end("ended\n");
    });
    this.#child.on("error", (error) => this.#lost(error.message));
    this.#child.on("close", () => this.#lost("the client ended"));
  }

  /** Settles when the client sits in its session, or with tmux's words when it could not. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Runs the commands as one line: nothing of anybody else runs between them, and a failure drops the rest.
   * `answered` is called on the spot, before any output that follows the answer is passed on.
   */
  async send(commands: readonly string[], limit: Within, answered?: () => void): Promise<readonly Buffer[]> {
    const reply = await settle(
      this.#write(commands, answered),
      limit,
      () => new ChannelFailure("late", "tmux did not answer in time"),
    );
    if (reply.error !== undefined) throw new ChannelFailure("refused", reply.error);
    return reply.bodies;
  }

  #write(commands: readonly string[], told: (() => void) | undefined): Promise<Reply> {
    if (!this.#open) return Promise.reject(new ChannelFailure("closed", "the tmux client is gone"));
    if (this.#parser.awaited > MOST_UNANSWERED)
      return Promise.reject(new ChannelFailure("late", "tmux does not answer"));
    return new Promise((resolve, reject) => {
      this.#unanswered.add(reject);
      const fences = commands.map(() => random(12).toString("hex"));
      const answered = (reply: Reply) => {
        this.#unanswered.delete(reject);
        told?.();
        resolve(reply);
      };
      this.#parser.expect({ fences, settle: answered });
      const line = commands.map((command, i) =>
        i === 0 ? command : `display-message -p ${fences[i - 1]} ; ${command}`,
      );
      this.#pass(`${line.join(" ; ")}\ndisplay-message -p ${fences.at(-1)}\n`);
    });
  }

  /** What is asked at one moment goes out in one piece: tmux goes around all of its panes for each one it reads. */
  #pass(lines: string): void {
    const { stdin } = this.#child;
    if (stdin && stdin.writableCorked === 0) {
      stdin.cork();
      process.nextTick(() => stdin.uncork());
    }
    stdin?.write(lines);
  }

  /** Ends the client. tmux may keep one that has unread output, so a signal follows. */
  close(): void {
    const { stdin } = this.#child;
    // Ending the session first lets the client go without it; a client that leaves on its own while others do can
    // crash tmux 3.3a.
    if (this.#open && this.session !== undefined) stdin?.write(`kill-session -t '${this.session}'\n`);
    else stdin?.end();
    const timer = setTimeout(() => {
      stdin?.end();
      this.#child.kill("SIGTERM");
    }, 200);
    this.#child.once("close", () => clearTimeout(timer));
    this.#lost("the client was closed");
  }

  /** Settles once the process is gone and reaped. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined)
        resolve();
      else this.#child.once("close", () => resolve());
    });
  }

  #notified(line: string): void {
    if (line.startsWith("%session-changed ")) {
      const session = line.split(" ", 2)[1];
      // Moved into a session that is not ours: whatever we did there would be seen by its owner.
      if (this.session !== undefined && session !== this.session) return this.close();
      this.session = session;
      this.#opened.resolve();
    }
    if (line.startsWith("%exit")) {
      this.#lost(line.slice(6) || "tmux ended the client");
      // A dying server waits for its clients, and the client waits for the end of its input.
      this.#child.stdin?.end();
    }
    this.#options.notification?.(line);
  }

  #lost(why: string): void {
    if (!this.#open) return;
    this.#open = false;
    const words = this.#words.trim() || why;
    this.#opened.reject(new ChannelFailure("closed", words));
    for (const reject of this.#unanswered) reject(new ChannelFailure("closed", words));
    this.#unanswered.clear();
    this.#options.closed?.();
  }
}
