import { endTree } from "../os/end-tree.ts";
import { Tree } from "../os/tree.ts";
import { ToolError } from "../errors.ts";
import { command } from "../tmux/control/quote.ts";
import type { Server } from "../tmux/server.ts";
import { within, type Within } from "../tmux/within.ts";
import { markOf, sessionNameOf } from "./launch.ts";
import type { LiveAgent } from "./live.ts";
import type { AgentRow } from "./registry/rows.ts";
import { canPrompt } from "./submit.ts";

const POLITE_MS = 1_500;
const GRACE_MS = 2_000;

/**
 * Ends an agent: by its own key when it is idle, then by signals to exactly its processes, then its window. Works too when
 * tmux is gone, and a second time. Returns false when nothing was left to end.
 */
export async function end(agent: LiveAgent, limit: Within): Promise<boolean> {
  const found = await agent.pane.look(within(5_000, limit.signal));
  if (found.kind === "moved") {
    throw new ToolError(
      "AmbiguousTarget",
      "The agent's pane now belongs to another window or process; nothing was killed.",
      {
        suggestion: "Close it in tmux if it is yours.",
      },
    );
  }
  const { pid } = agent.pane;
  const tree = markedTree(agent.row.id, pid);
  if (pid !== undefined && found.kind === "found") await askToLeave(agent, limit);
  const running = tree.members().length > 0;
  const left = await endTree(tree, GRACE_MS);
  if (found.kind === "found") await closeWindow(agent, limit);
  mustBeGone(left);
  return found.kind === "found" || running;
}

/** What a starter left that died before it could write down where: processes by their mark, the session by its name. */
export async function endStray(row: AgentRow, server: Server, limit: Within): Promise<boolean> {
  const tree = markedTree(row.id, undefined);
  const found = tree.members().length > 0;
  mustBeGone(await endTree(tree, GRACE_MS));
  await server
    .write([command("kill-session", "-t", `=${sessionNameOf(row)}`)], limit)
    .catch((error: unknown) => {
      // There is none, as nearly always.
      if (!(error instanceof ToolError)) throw error;
    });
  return found;
}

/** Without its root the tree is known by its mark alone: a pid that was handed out again is nobody we know. */
function markedTree(id: string, root: number | undefined): Tree {
  const mark = markOf(id);
  return new Tree(root ?? -1, `${mark.name}=${mark.value}`);
}

function mustBeGone(left: readonly unknown[]): void {
  if (left.length === 0) return;
  throw new ToolError("AgentNotKilled", `${left.length} of the agent's processes could not be ended.`, {
    expected: false,
  });
}

/** The quit keys, only where they mean that: an empty composer of an idle program. */
async function askToLeave(agent: LiveAgent, limit: Within): Promise<void> {
  const status = await agent.status(limit.signal).catch(() => undefined);
  if (!status || !canPrompt(status) || status.draft !== "") return;
  try {
    for (const key of agent.provider.keys.quit) await agent.pane.press([key], limit);
    await agent.until(within(POLITE_MS, limit.signal), ({ state }) =>
      state === "exited" ? true : undefined,
    );
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
}

async function closeWindow(agent: LiveAgent, limit: Within): Promise<void> {
  const { server, place } = agent.pane;
  // A pane without a process has no pid to compare; its server and window are checked instead.
  const found = await agent.pane.look(within(5_000, limit.signal));
  if (found.kind !== "found") return;
  const same = `#{&&:#{==:#{pid},${place.serverPid}},#{==:#{window_id},${place.windowId}}}`;
  const line = command(
    "if-shell",
    "-F",
    "-t",
    place.paneId,
    same,
    command("kill-window", "-t", place.windowId),
  );
  await server.write([line], limit).catch((error: unknown) => {
    // The last window takes the server along, and its answer.
    if (!(error instanceof ToolError)) throw error;
  });
}
