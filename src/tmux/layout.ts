import { ToolError } from "../errors.ts";

const NAMED = ["even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled"];
const MIRRORED = ["main-horizontal-mirrored", "main-vertical-mirrored"];
const CELL = /^\d{1,5}x\d{1,5},\d{1,5},\d{1,5}/;

/** A layout tmux can read. What it cannot read ends some servers, so such a text is never sent. */
export function checkedLayout(layout: string, mirrored: boolean): string {
  if ([...NAMED, ...(mirrored ? MIRRORED : [])].includes(layout) || isDrawn(layout)) return layout;
  throw new ToolError("LibTmuxException", "tmux does not know this layout.", {
    suggestion: `Use ${NAMED.join(", ")}, or the window_layout of a window.`,
  });
}

/** Four digits that sum up the rest, then cells inside cells. */
function isDrawn(layout: string): boolean {
  const [, sum = "", cells = ""] = /^([0-9a-f]{4}),(.+)$/.exec(layout) ?? [];
  return sum !== "" && Number.parseInt(sum, 16) === checksum(cells) && afterCell(cells) === "";
}

function checksum(text: string): number {
  let sum = 0;
  for (const byte of Buffer.from(text)) sum = (((sum >> 1) | ((sum & 1) << 15)) + byte) & 0xffff;
  return sum;
}

/** What follows the cell a text begins with; undefined when it begins with none. */
function afterCell(text: string): string | undefined {
  const size = CELL.exec(text)?.[0];
  if (size === undefined) return undefined;
  const rest = text.slice(size.length);
  const open = rest[0];
  // A pane may carry its number, which tmux does not read.
  if (open !== "{" && open !== "[") return rest.replace(/^,\d+(?!\d*x)/, "");
  const close = open === "{" ? "}" : "]";
  let inside = afterCell(rest.slice(1));
  while (inside?.startsWith(",")) inside = afterCell(inside.slice(1));
  return inside?.startsWith(close) ? inside.slice(1) : undefined;
}
