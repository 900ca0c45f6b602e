import { z } from "zod";
import { capture, snapshot } from "../../tmux/capture.ts";
import type { PaneSnapshot } from "../../tmux/models.ts";
import { readingPane } from "../../tmux/target.ts";
import { shortenedContent } from "../shortened.ts";
import { PANE, SOCK, maxLines } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_SNAPSHOT } from "../tmux-results.ts";
import { type Content, type Context, defineTool } from "../tool.ts";

export default defineTool({
  name: "snapshot_pane",
  title: "Snapshot Pane",
  tier: "readonly",
  profiles: ["libtmux"],
  description:
    "Screen, cursor and state of a pane at one moment; format svg or png adds a picture in colour.",
  input: {
    ...PANE,
    max_lines: maxLines(500),
    format: z.enum(["text", "svg", "png"]).default("text"),
    ...SOCK,
  },
  output: PANE_SNAPSHOT,
  shortened: shortenedContent,
  meta: { "anthropic/alwaysLoad": true },

  async run({ max_lines, format, socket_name, ...target }, context) {
    const { server, limit, own } = await reach(context, socket_name);
    const state = await readingPane(server, target, limit, (paneId) =>
      snapshot(server, paneId, { maxLines: max_lines, isCaller: own(paneId) }, limit),
    );
    if (format !== "text") {
      const rows = await capture(server, state.pane_id, { ansi: true }, limit);
      pictures.set(state, await draw(rows, state, format, context));
    }
    return state;
  },

  beside: (output) => pictures.get(output),
});

/** A picture goes out beside the fields, not within them: it would be sent twice. */
const pictures = new WeakMap<object, Content>();

async function draw(
  rows: readonly string[],
  state: PaneSnapshot,
  format: "svg" | "png",
  { house }: Context,
): Promise<Content> {
  const { picture } = await import("../../picture/picture.ts");
  const svg = await picture({
    rows,
    columns: state.pane_width,
    height: state.pane_height,
    cursor: state.pane_dead ? undefined : { column: state.cursor_x, row: state.cursor_y },
    hide: house.redact,
  });
  if (format === "svg") return { type: "text", text: svg };
  const { drawPng } = await import("../../picture/png.ts");
  const png = await drawPng(svg, house.environment["HOME"]);
  return { type: "image", data: Buffer.from(png).toString("base64"), mimeType: "image/png" };
}
