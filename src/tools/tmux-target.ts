import { ToolError } from "../errors.ts";
import type { SessionTarget } from "../tmux/target.ts";

/** A session named in one word: by its id or by its name. */
export function sessionTarget(name: string): SessionTarget {
  return /^\$\d+$/.test(name) ? { session_id: name } : { session_name: name };
}

/** tmux would take other words for an index too, such as "+1" or the name of a window. */
export function windowIndex(text: string): string {
  if (/^\d*$/.test(text)) return text;
  throw new ToolError("ExpectedToolError", "A window index is a whole number.", {
    suggestion: "Leave destination_index empty for the next free one.",
  });
}

/** An empty id would mean "the first one", and that is never what should be closed. */
export function requiredId(id: string): string {
  if (id !== "") return id;
  throw new ToolError("ExpectedToolError", "The id is empty.", {
    suggestion: "list_windows and list_panes show the ids.",
  });
}
