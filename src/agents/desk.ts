import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ToolError } from "../errors.ts";
import type { Server } from "../tmux/server.ts";
import { within } from "../tmux/within.ts";
import { type ChannelNews, QUIET } from "./channel/turn.ts";
import { Keeper } from "./keeper.ts";
import type { Room } from "./launch.ts";
import { type Grounds, LiveAgent } from "./live.ts";
import { providers } from "./known.ts";
import { isLock, type Lock, Locks } from "./registry/locks.ts";
import { Registry } from "./registry/registry.ts";
import { sweep } from "./sweep.ts";

export interface AgentsOptions extends Grounds {
  readonly room: Room;
  /** Age after which a failed agent nobody came back to is cleaned up. */
  readonly cleanupAfterMs: number;
  readonly redact: (text: string) => string;
}

export interface Call {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((message: string) => void) | undefined;
}

/** What every operation on agents needs: the registry, the locks, and a way to the agent itself. */
export class Desk {
  readonly options: AgentsOptions;
  readonly registry: Registry;
  readonly locks: Locks;
  readonly keeper: Keeper;

  constructor(options: AgentsOptions) {
    this.options = options;
    this.registry = new Registry(join(options.stateDir, "agents.sqlite3"));
    this.locks = new Locks(this.registry, randomUUID());
    this.keeper = new Keeper(this.registry, options.redact);
  }

  live(id: string): LiveAgent {
    const row = this.registry.agent(id);
    const { place } = row;
    if (!place) throw notRunning();
    return new LiveAgent(this.options, { ...row, place }, providers[row.provider]);
  }

  /** Keeps which conversation an agent is in: a person may have gone on to another, and that one is to be resumed. */
  follow(agent: LiveAgent): ChannelNews {
    const news = agent.channel?.news() ?? QUIET;
    const conversation = agent.conversation({ news });
    if (conversation !== undefined) this.registry.setSession(agent.row.id, conversation);
    return news;
  }

  /** The agent, if its program runs where it was started. */
  async alive(id: string, { signal }: Call): Promise<LiveAgent> {
    const row = this.registry.agent(id);
    if (!row.place || row.state === "killed") throw notRunning();
    const agent = this.live(id);
    const found = await agent.pane.look(within(5_000, signal));
    if (found.kind === "found" && !found.view.dead) return agent;
    if (found.kind !== "moved") throw notRunning();
    throw new ToolError("AmbiguousTarget", "The agent's pane belongs to another window or process now.", {
      suggestion: "Look with list_agents; spawn a new agent if this one was moved.",
    });
  }

  /** The tmux server new agents are started on. */
  get server(): Server {
    return this.options.tmux.server(this.options.room.socketName);
  }

  mustLock(id: string, purpose: string): Lock {
    const lock = this.locks.take(id, purpose);
    if (isLock(lock)) return lock;
    throw new ToolError(
      "AgentBusy",
      `Another call (${lock.purpose}, process ${lock.pid}) holds this agent.`,
      {
        suggestion: "Wait for it with wait_for_agent, or stop it with interrupt_agent.",
        transient: true,
      },
    );
  }

  async sweep(): Promise<void> {
    await sweep(this.registry, this.locks, {
      olderThanMs: this.options.cleanupAfterMs,
      live: (id) => this.live(id),
    });
  }
}

function notRunning(): ToolError {
  return new ToolError("AgentDead", "The agent is not running.", {
    suggestion: "prompt_agent starts it again under the same id.",
  });
}
