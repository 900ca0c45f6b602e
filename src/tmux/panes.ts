import { ToolError } from "../errors.ts";
import { command, plain } from "./control/quote.ts";
import { isAnchor } from "./anchor.ts";
import { PANE, paneInfo } from "./info.ts";
import { listPanes, panesOf, rows } from "./listing.ts";
import type { PaneInfo } from "./models.ts";
import { records } from "./records.ts";
import type { Server } from "./server.ts";
import { assignments, type Variables } from "./sessions.ts";
import { missing, type Place } from "./target.ts";
import type { Within } from "./within.ts";

export async function paneById(
  server: Server,
  paneId: string,
  limit: Within,
  isCaller: boolean | null = null,
): Promise<PaneInfo> {
  const asked = records(PANE);
  const [body = ""] = await server.read(
    [command("display-message", "-p", "-t", paneId) + ` ${asked.format}`],
    limit,
  );
  const [row] = asked.read(body);
  if (row && row.pane_id === paneId && !isAnchor(row.session_name)) return paneInfo(row, isCaller);
  const found = (await listPanes(server, {}, limit, () => isCaller)).find((pane) => pane.pane_id === paneId);
  if (found) return found;
  throw await missing(server, "pane", limit);
}

export interface Split {
  readonly direction?: "above" | "below" | "left" | "right" | null | undefined;
  /** Cells, or a share such as "30%". */
  readonly size?: string | number | null | undefined;
  readonly startDirectory?: string | null | undefined;
  readonly shell?: string | null | undefined;
  readonly environment?: Variables | undefined;
}

const SIDES = { above: ["-v", "-b"], below: ["-v"], left: ["-h", "-b"], right: ["-h"] } as const;

export async function splitWindow(
  server: Server,
  at: Place,
  wanted: Split,
  limit: Within,
): Promise<PaneInfo> {
  const { direction, size, startDirectory, shell, environment } = wanted;
  const line = command(
    "split-window",
    "-d",
    ...SIDES[direction ?? "below"],
    "-P",
    "-F",
    "#{pane_id}",
    "-t",
    at.target,
    ...(size === undefined || size === null ? [] : ["-l", String(size)]),
    ...(startDirectory ? ["-c", plain(startDirectory)] : []),
    ...assignments(environment),
    ...(shell ? ["--", shell] : []),
  );
  const [id = ""] = await server.write([line], limit);
  return paneById(server, id.trim(), limit);
}

export async function killPane(server: Server, paneId: string, limit: Within): Promise<void> {
  await server.write([command("kill-pane", "-t", paneId)], limit);
}

export async function selectPane(server: Server, at: Place, limit: Within): Promise<PaneInfo> {
  return changed(server, at.paneId, [command("select-pane", "-t", at.target)], limit);
}

const STEPS = { up: "-U", down: "-D", left: "-L", right: "-R", last: "-l" } as const;
export type PaneStep = keyof typeof STEPS | "next" | "previous";

/** Moves the focus within a window and tells which pane has it now. */
export async function stepPane(server: Server, at: Place, step: PaneStep, limit: Within): Promise<PaneInfo> {
  const window = `${at.sessionId}:${at.windowId}`;
  const move =
    step === "next" || step === "previous"
      ? await neighbour(server, at, step === "next" ? 1 : -1, limit)
      : command("select-pane", "-t", window, STEPS[step]);
  const [, id = ""] = await server.write(
    [move, command("display-message", "-p", "-t", window, "#{pane_id}")],
    limit,
  );
  return paneById(server, id.trim(), limit);
}

/** The pane after or before the active one, around the corner if need be. */
async function neighbour(server: Server, at: Place, by: 1 | -1, limit: Within): Promise<string> {
  const panes = await rows(server, panesOf(at), ["pane_id", "pane_active"], limit);
  const active = panes.findIndex((row) => row.pane_active === "1");
  const next = panes[(active + by + panes.length) % panes.length];
  return command("select-pane", "-t", `${at.sessionId}:${at.windowId}.${next?.pane_id ?? at.paneId}`);
}

export async function swapPane(
  server: Server,
  source: string,
  target: string,
  limit: Within,
): Promise<PaneInfo> {
  return changed(server, source, [command("swap-pane", "-d", "-s", source, "-t", target)], limit);
}

export interface Resize {
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly zoom?: boolean | null | undefined;
}

export async function resizePane(
  server: Server,
  at: Place,
  wanted: Resize,
  limit: Within,
): Promise<PaneInfo> {
  const { width, height, zoom } = wanted;
  if (zoom === undefined || zoom === null) {
    const size = [...(width ? ["-x", String(width)] : []), ...(height ? ["-y", String(height)] : [])];
    return changed(server, at.paneId, [command("resize-pane", "-t", at.target, ...size)], limit);
  }
  if (width || height)
    throw new ToolError("ExpectedToolError", "Zoom excludes a width or a height.", {
      suggestion: "Ask for one of them.",
    });
  const [now = ""] = await server.read(
    [command("display-message", "-p", "-t", at.target, "#{window_zoomed_flag}#{pane_active}")],
    limit,
  );
  // The flag belongs to the window: another pane may be the zoomed one.
  const zoomed = now.trim() === "11";
  if (zoomed === zoom || (!zoom && now.startsWith("0"))) return paneById(server, at.paneId, limit);
  return changed(server, at.paneId, [command("resize-pane", "-Z", "-t", at.target)], limit);
}

export async function setPaneTitle(
  server: Server,
  paneId: string,
  title: string,
  limit: Within,
): Promise<PaneInfo> {
  // select-pane -T would also move the focus; asked for the pane that has it, it moves nothing.
  return changed(server, paneId, [command("select-pane", "-t", paneId, "-T", plain(title))], limit);
}

/** Empties the screen and the scrollback. */
export async function clearPane(server: Server, paneId: string, limit: Within): Promise<void> {
  await server.write(
    [command("send-keys", "-R", "-t", paneId), command("clear-history", "-t", paneId)],
    limit,
  );
}

export async function enterCopyMode(
  server: Server,
  paneId: string,
  scrollUp: number | null,
  limit: Within,
): Promise<PaneInfo> {
  const scroll = scrollUp
    ? [command("send-keys", "-X", "-N", String(scrollUp), "-t", paneId, "scroll-up")]
    : [];
  return changed(server, paneId, [command("copy-mode", "-t", paneId), ...scroll], limit);
}

export async function exitCopyMode(server: Server, paneId: string, limit: Within): Promise<PaneInfo> {
  return changed(server, paneId, [command("copy-mode", "-q", "-t", paneId)], limit);
}

export interface Respawn {
  readonly kill?: boolean | undefined;
  readonly shell?: string | null | undefined;
  readonly startDirectory?: string | null | undefined;
  readonly environment?: Variables | undefined;
}

/** Starts the pane's program anew. A client that receives the pane's output would crash tmux, so it is paused before. */
export async function respawnPane(
  server: Server,
  at: Place,
  wanted: Respawn,
  limit: Within,
): Promise<PaneInfo> {
  const { kill = true, shell, startDirectory, environment } = wanted;
  await server.beforeRespawn(at.paneId, limit);
  const line = command(
    "respawn-pane",
    kill && "-k",
    "-t",
    at.target,
    ...(startDirectory ? ["-c", plain(startDirectory)] : []),
    ...assignments(environment),
    ...(shell ? ["--", shell] : []),
  );
  return changed(server, at.paneId, [line], limit);
}

async function changed(
  server: Server,
  paneId: string,
  commands: readonly string[],
  limit: Within,
): Promise<PaneInfo> {
  await server.write(commands, limit);
  return paneById(server, paneId, limit);
}
