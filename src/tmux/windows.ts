import { command, plain } from "./control/quote.ts";
import { WINDOW, windowInfo } from "./info.ts";
import { checkedLayout } from "./layout.ts";
import { listWindows, windowTarget } from "./listing.ts";
import type { WindowInfo } from "./models.ts";
import { records } from "./records.ts";
import type { Server } from "./server.ts";
import { assignments, type Variables } from "./sessions.ts";
import { missing, type Place } from "./target.ts";
import { isAnchor } from "./anchor.ts";
import type { Within } from "./within.ts";

/** A window in the session it is meant in. */
export type WindowPlace = Pick<Place, "sessionId" | "windowId">;

export interface NewWindow {
  readonly name?: string | null | undefined;
  readonly startDirectory?: string | null | undefined;
  /** Make it the session's current window. */
  readonly attach?: boolean | undefined;
  readonly direction?: "before" | "after" | null | undefined;
  readonly environment?: Variables | undefined;
  readonly shell?: string | null | undefined;
}

export async function windowById(server: Server, at: WindowPlace, limit: Within): Promise<WindowInfo> {
  const asked = records(WINDOW);
  const [body = ""] = await server.read(
    [`display-message -p -t '${windowTarget(at.windowId, at.sessionId)}' ${asked.format}`],
    limit,
  );
  const [row] = asked.read(body);
  if (row && row.window_id === at.windowId && !isAnchor(row.session_name)) return windowInfo(row);
  const found = (await listWindows(server, {}, limit)).find((window) => window.window_id === at.windowId);
  if (found) return found;
  throw await missing(server, "window", limit);
}

export async function createWindow(
  server: Server,
  sessionId: string,
  wanted: NewWindow,
  limit: Within,
): Promise<WindowInfo> {
  const { name, startDirectory, attach, direction, environment, shell } = wanted;
  const line = command(
    "new-window",
    !attach && "-d",
    direction === "before" && "-b",
    direction === "after" && "-a",
    "-P",
    "-F",
    "#{window_id}",
    "-t",
    `${sessionId}:`,
    ...(name ? ["-n", plain(name)] : []),
    ...(startDirectory ? ["-c", plain(startDirectory)] : []),
    ...assignments(environment),
    ...(shell ? ["--", shell] : []),
  );
  const [id = ""] = await server.write([line], limit);
  return windowById(server, { sessionId, windowId: id.trim() }, limit);
}

export async function renameWindow(
  server: Server,
  at: WindowPlace,
  name: string,
  limit: Within,
): Promise<WindowInfo> {
  return changed(server, at, [command("rename-window", "-t", target(at), "--", plain(name))], limit);
}

export async function killWindow(server: Server, windowId: string, limit: Within): Promise<void> {
  await server.write([command("kill-window", "-t", windowId)], limit);
}

export async function selectWindow(server: Server, at: WindowPlace, limit: Within): Promise<WindowInfo> {
  return changed(server, at, [command("select-window", "-t", target(at))], limit);
}

/** Goes to the next, previous or last window and tells which one that was. */
export async function stepWindow(
  server: Server,
  sessionId: string,
  direction: "next" | "previous" | "last",
  limit: Within,
): Promise<WindowInfo> {
  const step = command(`${direction}-window`, "-t", `${sessionId}:`);
  const [, id = ""] = await server.write(
    [step, `display-message -p -t '${sessionId}:' '#{window_id}'`],
    limit,
  );
  return windowById(server, { sessionId, windowId: id.trim() }, limit);
}

export async function selectLayout(
  server: Server,
  at: WindowPlace,
  layout: string,
  limit: Within,
): Promise<WindowInfo> {
  const { mirroredLayouts } = await server.abilities(limit);
  return changed(
    server,
    at,
    [command("select-layout", "-t", target(at), "--", checkedLayout(layout, mirroredLayouts))],
    limit,
  );
}

export async function resizeWindow(
  server: Server,
  at: WindowPlace,
  size: { readonly width?: number | null; readonly height?: number | null },
  limit: Within,
): Promise<WindowInfo> {
  const dimensions = [
    ...(size.width ? ["-x", String(size.width)] : []),
    ...(size.height ? ["-y", String(size.height)] : []),
  ];
  return changed(server, at, [command("resize-window", "-t", target(at), ...dimensions)], limit);
}

export interface Destination {
  readonly sessionId: string;
  /** The next free index when empty. */
  readonly index: string;
}

export async function moveWindow(
  server: Server,
  at: WindowPlace,
  to: Destination,
  limit: Within,
): Promise<WindowInfo> {
  const line = command("move-window", "-d", "-s", target(at), "-t", `${to.sessionId}:${to.index}`);
  return changed(server, { ...at, sessionId: to.sessionId }, [line], limit);
}

async function changed(
  server: Server,
  at: WindowPlace,
  commands: readonly string[],
  limit: Within,
): Promise<WindowInfo> {
  await server.write(commands, limit);
  return windowById(server, at, limit);
}

function target(at: WindowPlace): string {
  return windowTarget(at.windowId, at.sessionId);
}
