import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { ToolError } from "../errors.ts";
import { within } from "../tmux/within.ts";
import type { Call, Desk } from "./desk.ts";
import { end, endStray } from "./kill.ts";
import { providers } from "./known.ts";
import type { LiveAgent } from "./live.ts";
import type { AgentRow } from "./registry/rows.ts";
import { start } from "./spawn.ts";
import type { Status } from "./status.ts";

interface Raised {
  readonly agent: LiveAgent;
  readonly resumed: { readonly resumed?: boolean };
  readonly moved?: Status;
}

/** A living agent to prompt: the one there is, or the same one started again where it went away. */
export async function raise(desk: Desk, row: AgentRow, call: Call): Promise<Raised> {
  if (row.place) {
    const agent = desk.live(row.id);
    const found = await agent.pane.look(within(5_000, call.signal));
    if (found.kind === "moved") return { agent, resumed: {}, moved: await agent.status(call.signal) };
    const usable =
      found.kind === "found" && !found.view.dead && row.state !== "killed" && row.state !== "dead";
    if (usable) return { agent, resumed: {} };
    mustHaveFolder(row);
    await end(agent, within(10_000, call.signal));
  }
  mustHaveFolder(row);
  await endStray(row, desk.server, within(10_000, call.signal));
  const remembers = hasMemory(desk, row);
  // A conversation without a word cannot be resumed, and its id cannot be given a second time.
  if (!remembers && providers[row.provider].choosesSession) desk.registry.setSession(row.id, randomUUID());
  try {
    await start(desk, desk.registry.rise(row.id), { resumes: remembers, call });
  } catch (error) {
    desk.registry.fall(row.id, row.place);
    throw error;
  }
  return { agent: desk.live(row.id), resumed: { resumed: remembers } };
}

/** True when there is something to go on with: words of ours, in the conversation the program was in last. */
function hasMemory(desk: Desk, row: AgentRow): boolean {
  if (!desk.registry.hasTalked(row.id)) return false;
  // Whoever started it last died before it could write down where: the last known conversation has to do.
  if (!row.place) return row.sessionId !== undefined;
  const agent = desk.live(row.id);
  const { turns } = desk.follow(agent);
  if (desk.registry.agent(row.id).sessionId === undefined) return false;
  return !agent.channel || turns.length > 0;
}

function mustHaveFolder({ cwd }: AgentRow): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new ToolError(
    "NotResurrectable",
    "The folder this agent worked in is gone, so it cannot be started again.",
    { suggestion: "Spawn a new agent in a folder that exists." },
  );
}
