import { captureCommand, linesOf } from "./capture.ts";
import { GEOMETRY, geometry } from "./info.ts";
import { panesOf, rows } from "./listing.ts";
import type { PaneContentMatch, SearchPanesResult } from "./models.ts";
import { matcher, type Matches, type PatternOptions } from "./pattern.ts";
import { text } from "./records.ts";
import type { Server } from "./server.ts";
import type { Within } from "./within.ts";

export interface SearchOptions extends PatternOptions {
  readonly pattern: string;
  readonly sessionId?: string | undefined;
  /** Rows to look at, as in capture; only the visible ones when both are left out. */
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
  readonly maxMatchedLinesPerPane?: number | undefined;
  readonly limit?: number | null | undefined;
  readonly offset?: number | undefined;
  readonly isCaller?: ((paneId: string) => boolean | null) | undefined;
}

/** More captures in one go would keep other clients of the server waiting. */
const AT_ONCE = 8;

const FIELDS = [
  ...GEOMETRY,
  "pane_id",
  "pane_tty",
  "window_id",
  "window_name",
  "session_id",
  "session_name",
] as const;
const LOOKED_UP = ["pane_id", "pane_current_command", "pane_current_path"] as const;

/** Finds lines in many panes. A line the terminal wrapped is one line. */
export async function searchPanes(
  server: Server,
  options: SearchOptions,
  within: Within,
): Promise<SearchPanesResult> {
  const matches = matcher(options.pattern, options);
  const listed = await rows(server, panesOf({ sessionId: options.sessionId }), FIELDS, within);
  const panes = [...new Map(listed.toReversed().map((row) => [row.pane_id, row])).values()];
  panes.sort((a, b) => Number(a.pane_id.slice(1)) - Number(b.pane_id.slice(1)));

  const found: { row: (typeof panes)[number]; lines: string[] }[] = [];
  for (let at = 0; at < panes.length; at += AT_ONCE) {
    within.signal?.throwIfAborted();
    const some = panes.slice(at, at + AT_ONCE);
    const lines = await Promise.all(
      some.map((row) => matchingLines(server, row.pane_id, { ...options, matches, within })),
    );
    for (const [i, row] of some.entries()) if (lines[i]?.length) found.push({ row, lines: lines[i] });
  }

  const most = options.maxMatchedLinesPerPane ?? 50;
  const from = Math.max(0, options.offset ?? 0);
  const to =
    options.limit === null || options.limit === undefined ? found.length : from + Math.max(0, options.limit);
  const page = found.slice(from, to);
  const details =
    page.length > 0
      ? await lookUp(
          server,
          page.map(({ row }) => row.pane_id),
          within,
        )
      : new Map<string, Details>();
  const after = found.slice(to).map(({ row }) => row.pane_id);
  return {
    matches: page.map(({ row, lines }): PaneContentMatch => ({
      pane_id: row.pane_id,
      ...geometry(row),
      pane_tty: text(row.pane_tty),
      pane_current_command: text(details.get(row.pane_id)?.pane_current_command ?? ""),
      pane_current_path: text(details.get(row.pane_id)?.pane_current_path ?? ""),
      window_id: text(row.window_id),
      window_name: text(row.window_name),
      session_id: text(row.session_id),
      session_name: text(row.session_name),
      matched_lines: most > 0 ? lines.slice(-most) : [],
      is_caller: options.isCaller?.(row.pane_id) ?? null,
    })),
    truncated: after.length > 0 || page.some(({ lines }) => lines.length > most),
    truncated_panes: after,
    total_panes_matched: found.length,
    offset: options.offset ?? 0,
    limit: options.limit ?? null,
  };
}

type Details = Record<(typeof LOOKED_UP)[number], string>;

/** What a pane runs and where costs tmux a look into the system, so only panes that are told about are asked. */
async function lookUp(
  server: Server,
  paneIds: readonly string[],
  within: Within,
): Promise<Map<string, Details>> {
  const wanted = paneIds.map((id) => `#{==:#{pane_id},${id}}`);
  const filter =
    paneIds.length > 20 ? "" : ` -f '${wanted.reduce((all, one) => `#{||:${all},${one}}`, "0")}'`;
  const found = await rows(server, `list-panes -a${filter}`, LOOKED_UP, within);
  return new Map(found.map((row) => [row.pane_id, row]));
}

async function matchingLines(
  server: Server,
  paneId: string,
  options: Pick<SearchOptions, "start" | "end"> & { readonly matches: Matches; readonly within: Within },
): Promise<string[]> {
  const line = captureCommand(paneId, { start: options.start, end: options.end, joinWrapped: true });
  // A pane may end between the list and its capture; it then simply has no lines.
  const [body = ""] = await server.read([line], options.within).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes("can't find pane")) return [""];
    throw error;
  });
  return linesOf(body)
    .filter((one) => one !== "" && options.matches(one))
    .map((one) => one.trimEnd())
    .filter(Boolean);
}
