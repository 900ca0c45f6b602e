import { ToolError } from "../errors.ts";
import { atMost, type Within } from "../tmux/within.ts";
import type { LiveAgent } from "./live.ts";
import type { Option } from "./screen/options.ts";
import type { Dialog } from "./screen/reading.ts";

const REST_MS = 400;
const CLOSE_MS = 3_000;

/** One dialog as long as it is open: its question and its choices, wherever the cursor stands. */
export function dialogKey({ kind, title, options }: Dialog): string {
  return JSON.stringify([kind, title, options.map(({ label }) => label)]);
}

/**
 * Moves to an option by its label, one step at a time with the cursor read back, and confirms it. Nothing is pressed when
 * the dialog is not the one expected, or the cursor cannot be seen.
 */
export async function choose(agent: LiveAgent, wanted: Dialog, option: Option, limit: Within): Promise<void> {
  const key = dialogKey(wanted);
  if (wanted.kind === "survey") return agent.pane.press([option.id], limit);
  let rested = false;
  for (let moves = 0; moves < wanted.options.length * 2 + 6; moves += 1) {
    const { dialog } = await agent.steady(limit.signal);
    if (!dialog || dialogKey(dialog) !== key) throw changed();
    const from = dialog.options.findIndex(({ selected }) => selected);
    const to = dialog.options.findIndex(({ id, label }) => id === option.id && label === option.label);
    if (from < 0 || to < 0) throw changed();
    if (from === to && rested) {
      await agent.pane.press(["Enter"], limit);
      if (await closed(agent, key, limit)) return;
      rested = false;
      continue;
    }
    // Programs drop an Enter right behind an arrow, or put the cursor back when they draw a dialog a second time:
    // only a cursor that stands on the option after the screen came to rest is believed.
    rested = from === to;
    if (rested) {
      await agent.until(atMost(limit, REST_MS * 4), (_, watch) => watch.isStill(REST_MS) || undefined);
      continue;
    }
    await agent.pane.press([from < to ? "Down" : "Up"], limit);
    await agent.until(atMost(limit, 2_000), (status) => {
      const now = status.dialog?.options.findIndex(({ selected }) => selected);
      return status.state !== "unknown" && now !== from ? true : undefined;
    });
  }
  throw new ToolError("DialogNotAnswered", "The cursor did not reach the option; nothing was confirmed.", {
    suggestion: "Look with snapshot_agent, then answer again.",
    transient: true,
  });
}

async function closed(agent: LiveAgent, key: string, limit: Within): Promise<boolean | undefined> {
  return agent.until(atMost(limit, CLOSE_MS), ({ dialog, state }) => {
    const open = dialog && dialogKey(dialog) === key;
    return open || state === "unknown" ? undefined : true;
  });
}

function changed(): ToolError {
  return new ToolError(
    "DialogChanged",
    "The dialog on the screen is no longer the one to answer; nothing was pressed.",
    {
      suggestion: "Look with snapshot_agent and answer what is there now.",
    },
  );
}

/** Takes an option termgate may take by itself. A dialog that changed under the hand is looked at again. */
export async function advance(
  agent: LiveAgent,
  dialog: Dialog,
  option: Option,
  limit: Within,
): Promise<void> {
  try {
    await choose(agent, dialog, option, limit);
  } catch (error) {
    if (!(error instanceof ToolError) || error.errorType !== "DialogChanged") throw error;
  }
}

/** The option a caller means: by id, by its whole label, or by the only label that begins so. */
export function optionFor({ options }: Dialog, wanted: string): Option {
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  const exact = options.filter(({ id, label }) => id === wanted || same(label, wanted));
  const begins = options.filter(({ label }) => label.toLowerCase().startsWith(wanted.trim().toLowerCase()));
  const found = exact.length > 0 ? exact : begins;
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const list = options.map(({ id, label }) => `${id}. ${label}`).join("; ");
  throw new ToolError(
    "OptionNotFound",
    only ? "More than one option fits that label." : "No option on the screen has that label or id.",
    {
      suggestion:
        options.length > 0
          ? `The options are: ${list}.`
          : "This dialog shows no options; use send_keys_to_agent.",
    },
  );
}
