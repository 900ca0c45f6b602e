import { randomBytes } from "node:crypto";
import { ToolError } from "../../errors.ts";
import { anchorName, isAnchor } from "../anchor.ts";
import { anchorCommand, clientEnvironment, serverArgs } from "../connect.ts";
import { ControlChannel } from "../control/channel.ts";
import { told, unresponsive } from "../failure.ts";
import { oneAtATime } from "../handshake.ts";
import type { Server } from "../server.ts";
import { settle, within, type Within } from "../within.ts";
import { unescape } from "./unescape.ts";

export interface Onlooker {
  output(bytes: Buffer): void;
  /** The stream is over: the pane or its server is gone, or we fell too far behind. */
  gone(why: string): void;
}

interface Asking {
  /** Called on the spot, before any output that follows the answer is passed on. */
  answered?(): void;
  /** The commands change something, so a lost answer leaves the outcome unknown. */
  readonly changes?: boolean;
}

export interface Watched {
  /** Settles once tmux has taken the stream up: what is printed from then on is heard. */
  begun(limit: Within): Promise<void>;
  /** Commands on the stream's own client: an answer stands exactly between the output before and after it. */
  ask(commands: readonly string[], limit: Within, how?: Asking): Promise<readonly string[]>;
  leave(): void;
}

interface Window {
  readonly id: string;
  readonly onlookers: Map<string, Set<Onlooker>>;
  linked: Promise<void>;
  /** Runs while nobody looks on and the window is still ours to use. */
  unlinking?: NodeJS.Timeout;
}

/** Kept for a while after the last onlooker left: waits often follow one another, and each new client is a risk. */
const LINGER_MS = 60_000;
const UNLINK_MS = 500;
/** By the time a lag is noticed it is over; only one this long says that reading is not what we are fit for. */
const LAG_MS = 10_000;

/**
 * The output of some panes of a server as it happens. A second client sits in a hidden session into which the windows of
 * watched panes are linked while somebody looks on, so the person's own sessions have no client of ours in them.
 */
export class Watch {
  readonly #server: Server;
  readonly #windows = new Map<string, Window>();
  #channel: Promise<ControlChannel> | undefined;
  #anchor = "";
  #linger: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.onRespawn((paneId, limit) => this.#pause(paneId, limit));
    // The other client may be gone alone, which is no reason to stop listening; this one hears of its own end.
    server.onDropped((why) => (why === "replaced" ? this.#end("The tmux server went away.") : this.#rest()));
  }

  async join(
    place: { readonly paneId: string; readonly windowId: string },
    onlooker: Onlooker,
    limit: Within,
  ): Promise<Watched> {
    const channel = await this.#open(limit);
    const window = this.#window(place.windowId, channel);
    const set = window.onlookers.get(place.paneId) ?? new Set();
    window.onlookers.set(place.paneId, set.add(onlooker));
    // Sent together with whatever is asked first: the client answers in order.
    const shown = channel.send([`refresh-client -A '${place.paneId}:continue'`], limit);
    const joined = Promise.all([window.linked, shown]);
    joined.catch(() => {});
    const label = this.#server.label;
    const begun = (within: Within) => settle(joined, within, () => unresponsive(label));
    return {
      begun: (within) =>
        begun(within).then(
          () => {},
          (error: unknown) => Promise.reject(told(error, label, false)),
        ),
      leave: () => this.#leave(window, { paneId: place.paneId, onlooker, channel }),
      ask: async (commands, within, how) => {
        try {
          const answer = channel.send(commands, within, () => how?.answered?.());
          answer.catch(() => {});
          await begun(within);
          return (await answer).map((body) => body.toString());
        } catch (error) {
          throw told(error, label, how?.changes ?? false);
        }
      },
    };
  }

  async close(): Promise<void> {
    const channel = await this.#channel?.catch(() => undefined);
    this.#end("termgate is closing.");
    await channel?.ended();
  }

  #window(id: string, channel: ControlChannel): Window {
    const known = this.#windows.get(id);
    clearTimeout(known?.unlinking);
    if (known) return known;
    const window: Window = { id, onlookers: new Map(), linked: Promise.resolve() };
    this.#windows.set(id, window);
    window.linked = this.#link(window, channel);
    window.linked.catch(() => {});
    return window;
  }

  async #link(window: Window, channel: ControlChannel): Promise<void> {
    const linked = channel.send([`link-window -d -s ${window.id} -t '${this.#anchor}:'`], within(5_000));
    this.#quieten(window, channel).catch(() => {});
    await linked;
  }

  /** Panes nobody looks at stay silent, whatever they print. */
  async #quieten(window: Window, channel: ControlChannel): Promise<void> {
    const limit = within(5_000);
    const [body] = await channel.send(
      [`list-panes -t '${this.#anchor}:${window.id}' -F '#{pane_id}'`],
      limit,
    );
    const panes = String(body).split("\n").filter(Boolean);
    for (const [paneId, set] of window.onlookers) {
      if (!panes.includes(paneId)) for (const onlooker of set) onlooker.gone("The pane is gone.");
    }
    // Asked again now: meanwhile somebody may have come or left.
    const onlookers = this.#windows.get(window.id)?.onlookers;
    const idle = onlookers ? panes.filter((id) => !onlookers.has(id)) : [];
    await Promise.all(idle.map((id) => channel.send([`refresh-client -A '${id}:pause'`], limit)));
  }

  #leave(
    window: Window,
    {
      paneId,
      onlooker,
      channel,
    }: { readonly paneId: string; readonly onlooker: Onlooker; readonly channel: ControlChannel },
  ): void {
    const set = window.onlookers.get(paneId);
    if (!set?.delete(onlooker) || set.size > 0) return;
    window.onlookers.delete(paneId);
    const limit = within(5_000);
    if (channel.isOpen) channel.send([`refresh-client -A '${paneId}:pause'`], limit).catch(() => {});
    if (window.onlookers.size > 0) return;
    window.unlinking = setTimeout(() => this.#unlink(window, channel), UNLINK_MS).unref();
  }

  /** Leaves unless somebody looks on: a server whose last real session ended must not live on for our sake. */
  #rest(): void {
    const windows = [...this.#windows.values()];
    if (windows.every(({ onlookers }) => onlookers.size === 0)) this.#end("Nobody is looking on.");
  }

  #unlink(window: Window, channel: ControlChannel): void {
    if (this.#windows.get(window.id) === window) this.#windows.delete(window.id);
    clearTimeout(this.#linger);
    if (!this.#server.isOpen) this.#rest();
    // Somebody may have come while the last one was leaving.
    this.#linger = setTimeout(() => this.#rest(), LINGER_MS).unref();
    if (!channel.isOpen) return;
    const target = `-t '${this.#anchor}:${window.id}'`;
    channel.send([`unlink-window ${target}`], within(5_000)).catch((error: unknown) => {
      // Only we still hold it: its owner closed the session, and the window would have ended with it.
      if (error instanceof Error && error.message.includes("only linked to one"))
        void channel.send([`unlink-window -k ${target}`], within(5_000)).catch(() => {});
    });
  }

  async #pause(paneId: string, limit: Within): Promise<void> {
    if (this.#windows.size === 0) return;
    const channel = await this.#channel;
    if (channel?.isOpen) await channel.send([`refresh-client -A '${paneId}:pause'`], limit).catch(() => {});
  }

  async #open(limit: Within): Promise<ControlChannel> {
    const { abilities } = await this.#server.connection(limit);
    if (!abilities.watching) {
      throw new ToolError(
        "TmuxTooOld",
        `tmux ${abilities.version} cannot be watched safely; 3.3 or newer is needed to wait for output.`,
        {
          suggestion: "Read the pane with capture_since instead.",
        },
      );
    }
    this.#channel ??= oneAtATime(this.#server.path, () => this.#connect());
    return settle(this.#channel, limit, () => unresponsive(this.#server.label));
  }

  async #connect(): Promise<ControlChannel> {
    this.#anchor = anchorName(randomBytes(6).toString("hex"));
    const options = this.#server.options;
    const channel = new ControlChannel({
      file: options.tmuxBin,
      args: [...serverArgs(options), "-N", "-C", ...anchorCommand(this.#anchor, "ignore-size")],
      env: clientEnvironment(options.environment),
      output: (pane, escaped) => this.#output(pane, escaped),
      notification: (line) => this.#notified(line, channel),
      closed: () => this.#end("The tmux server, or our client that listened to it, was ended."),
    });
    this.#watchLag();
    try {
      await settle(channel.opened, within(5_000), () => unresponsive(this.#server.label));
    } catch (error) {
      channel.close();
      this.#channel = undefined;
      throw told(error, this.#server.label, false);
    }
    return channel;
  }

  #output(pane: string, escaped: Buffer): void {
    for (const window of this.#windows.values()) {
      const onlookers = window.onlookers.get(pane);
      if (!onlookers) continue;
      const bytes = unescape(escaped);
      for (const onlooker of onlookers) onlooker.output(bytes);
    }
  }

  #notified(line: string, channel: ControlChannel): void {
    const [event = "", id = ""] = line.split(" ", 2);
    const window = this.#windows.get(id);
    if (window && /^%(layout-change|window-close|unlinked-window-close)$/.test(event)) {
      this.#quieten(window, channel).catch(() => {
        for (const set of window.onlookers.values())
          for (const onlooker of set) onlooker.gone("The pane is gone.");
      });
    }
    if (event === "%sessions-changed" && this.#windows.size > 0)
      void this.#dropOrphans(channel).catch(() => {});
  }

  /** A window whose real sessions all ended is only held by us; it ends now, as it would have without us. */
  async #dropOrphans(channel: ControlChannel): Promise<void> {
    const [body] = await channel.send(
      [`list-windows -t '${this.#anchor}:' -F '#{window_id} #{window_linked_sessions_list}'`],
      within(5_000),
    );
    for (const line of String(body).split("\n")) {
      const [id = "", names = ""] = line.split(" ");
      if (!this.#windows.has(id) || !names.split(",").every(isAnchor)) continue;
      await channel.send([`unlink-window -k -t '${this.#anchor}:${id}'`], within(5_000));
    }
  }

  /** A reader that cannot keep up would make tmux hoard output or stop the program, so it leaves. */
  #watchLag(): void {
    let last = performance.now();
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => {
      const now = performance.now();
      if (now - last > LAG_MS + 500) this.#end("termgate was too busy to keep up with the output.");
      last = now;
    }, 500).unref();
  }

  #end(why: string): void {
    const channel = this.#channel;
    this.#channel = undefined;
    clearTimeout(this.#linger);
    clearInterval(this.#pulse);
    const windows = [...this.#windows.values()];
    this.#windows.clear();
    for (const window of windows) {
      clearTimeout(window.unlinking);
      for (const set of window.onlookers.values()) for (const onlooker of set) onlooker.gone(why);
      window.onlookers.clear();
    }
    channel?.then((open) => open.close()).catch(() => {});
  }
}
