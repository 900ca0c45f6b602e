import { within } from "../tmux/within.ts";
import type { LiveAgent } from "./live.ts";

const HISTORY = 2_000;

/** The newest reply as the screen shows it, for programs without a transcript. Undefined while none is there. */
export async function replyOnScreen(agent: LiveAgent): Promise<string | undefined> {
  const found = await agent.pane.look(within(5_000), HISTORY);
  return found.kind === "found" ? agent.provider.reply?.(found.view.capture) : undefined;
}
