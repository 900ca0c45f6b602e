import type { Within } from "../tmux/within.ts";
import { advance, dialogKey } from "./choose.ts";
import type { LiveAgent } from "./live.ts";
import type { Option } from "./screen/options.ts";
import type { Dialog } from "./screen/reading.ts";
import type { Status } from "./status.ts";

export interface Manner {
  /** False: every dialog waits for a person, also the ones that may be advanced. */
  readonly mayAdvance: boolean;
  /** True for a program that was just started. */
  readonly fresh: boolean;
  readonly limit: Within;
  readonly progress?: ((message: string) => void) | undefined;
}

/** A screen in the middle of a redraw is not believed. */
const STILL_MS = 200;

/** Waits until the agent can take a prompt, or waits for a person, or is gone. Undefined when the time is over first. */
export async function untilReady(
  agent: LiveAgent,
  { mayAdvance, fresh, limit, progress }: Manner,
): Promise<Status | undefined> {
  const advanced = new Set<string>();
  return agent.until(limit, async (status, watch) => {
    progress?.(status.state === "unknown" ? "starting" : status.state);
    if (status.state === "blocked") {
      const option = mayAdvance && status.dialog ? allowed(agent, status, status.dialog) : undefined;
      if (!status.dialog || !option) return status;
      const key = dialogKey(status.dialog);
      if (advanced.has(key)) return status;
      advanced.add(key);
      await advance(agent, status.dialog, option, limit);
      return undefined;
    }
    if (status.state === "exited") return status;
    if (status.state !== "ready" && status.state !== "failed") return undefined;
    return watch.isStill(fresh ? agent.provider.startsStillMs : STILL_MS) ? status : undefined;
  });
}

/** The option termgate may take unasked on this dialog, if the provider names one and all its conditions hold. */
export function allowed(agent: LiveAgent, status: Status, dialog: Dialog): Option | undefined {
  for (const rule of agent.provider.advances) {
    if (rule.kind !== dialog.kind || (rule.title && !rule.title.test(dialog.title))) continue;
    const option = dialog.options.find(({ label }) => rule.label.test(label));
    if (!option) continue;
    if (!rule.onlyUnderCursor) return option;
    // A command is approved only as the program itself proposes it, in a pane that runs that very program.
    return option.selected && option.id === "1" && status.command === agent.provider.binary
      ? option
      : undefined;
  }
  return undefined;
}
