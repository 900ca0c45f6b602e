import { setTimeout as delay } from "node:timers/promises";
import { ToolError } from "../errors.ts";
import { ChannelFailure, type ControlChannel } from "./control/channel.ts";
import { type Connection, connect, type Identity } from "./connect.ts";
import { noServer, replaced, told, unresponsive } from "./failure.ts";
import { introduced } from "./handshake.ts";
import { type Environment, listening, type Socket, socketPath } from "./socket.ts";
import { Watch } from "./stream/watch.ts";
import { tidy } from "./tidy.ts";
import { type Abilities, printed } from "./version.ts";
import { settle, type Within } from "./within.ts";

export interface ServerOptions {
  readonly tmuxBin: string;
  readonly socket: Socket;
  readonly environment: Environment;
  /** Read instead of the person's own tmux.conf by a server we start. */
  readonly configFile?: string | undefined;
}

/** A command of ours: the line that is typed for it, and what the pane shows instead, from a column on. */
export interface Disguise {
  readonly line: string;
  readonly command: string;
  readonly column: number;
}

export interface Typist {
  typed(paneId: string, text: string): void;
  disguised(paneId: string, disguise: Disguise): void;
}

type Dropped = (reason: "closed" | "replaced") => void;

/** One tmux server, reached through one control-mode client that is opened when first needed. */
export class Server {
  readonly options: ServerOptions;
  /** Where the socket is, as far as we can tell without the server. */
  readonly path: string;
  #connecting: Promise<Connection> | undefined;
  #connection: Connection | undefined;
  #last: Identity | undefined;
  #holds = 0;
  #closed = false;
  /** The server each call had its first answer from: ids it found there name something else on the next. */
  readonly #met = new WeakMap<object, string>();
  /** The server we had last spoken with when a call began. */
  readonly #began = new WeakMap<object, string>();
  readonly #watchers = new Set<(line: string) => void>();
  readonly #dropped = new Set<Dropped>();
  readonly #typists = new Set<Typist>();
  readonly #respawning = new Set<(paneId: string, limit: Within) => Promise<void>>();

  /** The output of its panes, while somebody waits for some. */
  readonly watch: Watch;

  constructor(options: ServerOptions) {
    this.options = options;
    this.watch = new Watch(this);
    this.path = socketPath(options.socket, options.environment);
  }

  /** The name or path a person knows this server by. */
  get label(): string {
    return "name" in this.options.socket ? `socket ${this.options.socket.name}` : this.options.socket.path;
  }

  /** Runs commands that change nothing; when the client is lost on the way they are asked once more. */
  async read(commands: readonly string[], limit: Within): Promise<readonly string[]> {
    return this.#text(commands, await this.readBytes(commands, limit));
  }

  async readBytes(commands: readonly string[], limit: Within): Promise<readonly Buffer[]> {
    try {
      return await this.#send(commands, limit);
    } catch (error) {
      if (!(error instanceof ChannelFailure) || error.kind !== "closed") throw told(error, this.label, false);
    }
    try {
      return await this.#send(commands, limit);
    } catch (error) {
      throw told(error, this.label, false);
    }
  }

  /** Runs commands that change something. A lost answer is told as such: the change is never made twice. */
  async write(commands: readonly string[], limit: Within): Promise<readonly string[]> {
    await settle(introduced(this.path), limit, () => unresponsive(this.label));
    try {
      return this.#text(commands, await this.#send(commands, limit));
    } catch (error) {
      throw told(error, this.label, true);
    }
  }

  /** Remembers which server a call that begins now can know ids of. */
  begin(limit: Within): void {
    if (this.#last) this.#began.set(limit.signal ?? limit, this.#last.key);
  }

  /** From here on the call uses ids it was given, which can only be those of the server it knew. */
  namesIds(limit: Within): void {
    const call = limit.signal ?? limit;
    const known = this.#began.get(call) ?? this.#last?.key;
    if (known !== undefined && !this.#met.has(call)) this.#met.set(call, known);
  }

  /** Runs `work` with a server that is started if there is none, and kept while the work goes on. */
  async creating<T>(limit: Within, work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    // Something new needs nothing that was found before.
    this.#met.delete(limit.signal ?? limit);
    try {
      const { identity } = await this.connection(limit, true);
      return await work().catch(async (error: unknown) => {
        if (!(error instanceof ToolError) || error.errorType !== "OutcomeUnknown") throw error;
        // A server on its way out took the work with it; on another server it cannot have happened.
        const next = await this.connection(limit, true);
        if (next.identity.key === identity.key) throw error;
        this.#met.delete(limit.signal ?? limit);
        return work();
      });
    } finally {
      this.#holds -= 1;
    }
  }

  /** True while our client is on it, so that asking it something leaves no mark. */
  get isOpen(): boolean {
    return this.#connection?.channel.isOpen ?? false;
  }

  async isAlive(limit: Within): Promise<boolean> {
    if (this.isOpen) return true;
    if (!(await listening(this.path))) return false;
    return this.connection(limit).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ToolError && error.errorType === "TmuxServerNotRunning") return false;
        throw error;
      },
    );
  }

  async abilities(limit: Within): Promise<Abilities> {
    return (await this.connection(limit)).abilities;
  }

  async identity(limit: Within): Promise<Identity> {
    return (await this.connection(limit)).identity;
  }

  /** True for the hidden session, window and pane our own client sits in. */
  isOwn(id: string): boolean {
    return this.#connection?.own.includes(id) ?? false;
  }

  /** Calls back for each notification of the command client, until the returned function is called. */
  onNotification(listener: (line: string) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** Calls back when the client is gone (`closed`), or the next one finds another server (`replaced`). */
  onDropped(listener: Dropped): () => void {
    this.#dropped.add(listener);
    return () => this.#dropped.delete(listener);
  }

  /** Calls back with what we type and show, so that a wait can tell it from output. */
  onTyped(typist: Typist): () => void {
    this.#typists.add(typist);
    return () => this.#typists.delete(typist);
  }

  typed(paneId: string, text: string, enter: boolean): void {
    for (const typist of this.#typists) typist.typed(paneId, enter ? `${text}\n` : text);
  }

  disguised(paneId: string, disguise: Disguise): void {
    for (const typist of this.#typists) typist.disguised(paneId, disguise);
  }

  /** Runs before a pane's program is replaced. */
  onRespawn(listener: (paneId: string, limit: Within) => Promise<void>): () => void {
    this.#respawning.add(listener);
    return () => this.#respawning.delete(listener);
  }

  async beforeRespawn(paneId: string, limit: Within): Promise<void> {
    await Promise.all([...this.#respawning].map((listener) => listener(paneId, limit)));
  }

  /** Takes our client and its hidden session off the server. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.watch.close();
    const connection = this.#connection ?? (await this.#connecting?.catch(() => undefined));
    connection?.channel.close();
    await connection?.channel.ended();
  }

  async connection(limit: Within, create = false): Promise<Connection> {
    if (this.#closed) throw noServer(this.label);
    if (this.#connection?.channel.isOpen) return this.#connection;
    this.#connecting ??= this.#connect(create).finally(() => (this.#connecting = undefined));
    try {
      return await settle(this.#connecting, limit, () => unresponsive(this.label));
    } catch (error) {
      // Somebody else's attempt that may not start a server does not count for one that may.
      if (
        create &&
        error instanceof ToolError &&
        error.errorType === "TmuxServerNotRunning" &&
        !this.#closed
      ) {
        this.#connecting ??= this.#connect(true).finally(() => (this.#connecting = undefined));
        return settle(this.#connecting, limit, () => unresponsive(this.label));
      }
      throw error;
    }
  }

  async #connect(create: boolean): Promise<Connection> {
    const connection = await this.#open(create);
    const before = this.#last;
    this.#connection = connection;
    this.#last = connection.identity;
    if (before && before.key !== connection.identity.key)
      for (const listener of this.#dropped) listener("replaced");
    if (this.#closed) connection.channel.close();
    return connection;
  }

  async #open(create: boolean, retries = 3): Promise<Connection> {
    const opening = connect(this.options, {
      create,
      label: this.label,
      notification: (line) => this.#notified(line),
      closed: () => {
        for (const listener of this.#dropped) listener("closed");
      },
    });
    // A server on its way out takes the new client with it; the next attempt finds it gone and starts another.
    if (!create || retries === 0) return opening;
    return opening.catch(async (error: unknown) => {
      if (!(error instanceof ToolError) || error.errorType !== "TmuxServerNotRunning") throw error;
      await delay(50 * 3 ** (3 - retries));
      return this.#open(create, retries - 1);
    });
  }

  async #send(commands: readonly string[], limit: Within): Promise<readonly Buffer[]> {
    const { channel, identity } = await this.connection(limit);
    const call = limit.signal ?? limit;
    if ((this.#met.get(call) ?? identity.key) !== identity.key) throw replaced(this.label);
    const bodies = await channel.send(commands, limit);
    this.#met.set(call, identity.key);
    return bodies;
  }

  #text(commands: readonly string[], bodies: readonly Buffer[]): string[] {
    const known = this.#connection?.abilities;
    return bodies.map((body, i) => {
      const text = body.toString();
      return known ? printed(text, commands[i] ?? "", known) : text;
    });
  }

  #notified(line: string): void {
    if (line === "%sessions-changed" && this.#holds === 0 && this.#connection)
      this.#tidy(this.#connection.channel);
    for (const listener of this.#watchers) listener(line);
  }

  #tidy(channel: ControlChannel): void {
    tidy(channel, () => this.#holds > 0).catch(() => {});
  }
}
