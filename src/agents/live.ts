import { join } from "node:path";
import type { Tmux } from "../tmux/tmux.ts";
import { aborted, remaining, within, type Within } from "../tmux/within.ts";
import { openChannel } from "./channel/files.ts";
import { type Channel, type ChannelPlace, QUIET } from "./channel/turn.ts";
import { AgentPane } from "./pane.ts";
import type { Provider } from "./provider.ts";
import type { AgentRow, Place } from "./registry/rows.ts";
import { isForetold, judge, type Status } from "./status.ts";
import { AgentWatch } from "./watch.ts";

/** How long one look at a pane may take before tmux counts as stuck. */
const LOOK_MS = 5_000;
const STEADY_MS = 1_500;

export interface Grounds {
  readonly tmux: Tmux;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stateDir: string;
}

export function agentFolder(stateDir: string, id: string): string {
  return join(stateDir, "agents", id);
}

export function eventFolder(stateDir: string, id: string): string {
  return join(agentFolder(stateDir, id), "events");
}

/** A registered agent with its pane and its files at hand. */
export class LiveAgent {
  readonly row: AgentRow;
  readonly provider: Provider;
  readonly pane: AgentPane;
  readonly channel: Channel | undefined;
  readonly #files: ChannelPlace;

  constructor(grounds: Grounds, row: AgentRow & { readonly place: Place }, provider: Provider) {
    const { environment, stateDir } = grounds;
    this.row = row;
    this.provider = provider;
    this.pane = new AgentPane(grounds.tmux, row.place);
    this.#files = {
      home: environment["HOME"] ?? "",
      env: environment,
      cwd: row.cwd,
      sessionId: row.sessionId,
      events: eventFolder(stateDir, row.id),
      pid: row.place.panePid,
      since: row.startedAt,
    };
    this.channel = provider.files && openChannel(provider.files, this.#files);
  }

  /** What a later start goes on with. */
  conversation({ news }: Pick<Status, "news">): string | undefined {
    return news.sessionId ?? this.provider.conversation?.(this.#files);
  }

  async status(signal?: AbortSignal, lines?: number): Promise<Status> {
    const found = await this.pane.look(within(LOOK_MS, signal), lines);
    return judge(this.provider, found, this.channel?.news() ?? QUIET);
  }

  /** A look that says something: a screen caught while it is being drawn says nothing, and is looked at again. */
  async steady(signal?: AbortSignal): Promise<Status> {
    const status = await this.status(signal);
    if (status.state !== "unknown" && !isForetold(status)) return status;
    const later = await this.until(within(STEADY_MS, signal), (now) =>
      now.state === "unknown" ? undefined : now,
    );
    return later ?? this.status(signal);
  }

  /** Looks whenever there may be news, until `test` has an answer or the time is over. At least one look is taken. */
  async until<T>(
    limit: Within,
    test: (status: Status, watch: AgentWatch) => T | undefined | Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { signal } = limit;
    const watch = await AgentWatch.open(this.pane, this.channel, within(LOOK_MS, signal));
    let foretold: number | undefined;
    try {
      for (;;) {
        if (signal?.aborted) throw aborted(signal);
        const status = await this.status(signal);
        const over = remaining(limit) <= 0;
        foretold = isForetold(status) ? (foretold ?? status.at) : undefined;
        const early = foretold !== undefined && status.at - foretold < STEADY_MS;
        const answer = early && !over ? undefined : await test(status, watch);
        if (answer !== undefined) return answer;
        if (over) return undefined;
        await watch.next(remaining(limit), signal);
      }
    } finally {
      watch.close();
    }
  }
}
