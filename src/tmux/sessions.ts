import { setTimeout as delay } from "node:timers/promises";
import { ToolError } from "../errors.ts";
import { isAnchor } from "./anchor.ts";
import { command, plain } from "./control/quote.ts";
import { listSessions } from "./listing.ts";
import type { SessionInfo } from "./models.ts";
import type { Server } from "./server.ts";
import { listening } from "./socket.ts";
import { missing } from "./target.ts";
import { remaining, type Within } from "./within.ts";

export type Variables = Readonly<Record<string, string>>;

export interface NewSession {
  readonly name?: string | null | undefined;
  readonly windowName?: string | null | undefined;
  readonly startDirectory?: string | null | undefined;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly environment?: Variables | undefined;
  /** Run in the first pane instead of the person's shell. */
  readonly shell?: string | null | undefined;
}

/** Starts a detached session, and the server if there is none. */
export async function createSession(server: Server, wanted: NewSession, limit: Within): Promise<SessionInfo> {
  const { name, windowName, startDirectory, width, height, environment, shell } = wanted;
  if (name !== undefined && name !== null) checkedSessionName(name);
  return server.creating(limit, async () => {
    const line = command(
      "new-session",
      "-d",
      "-P",
      "-F",
      "#{session_id}",
      ...(name ? ["-s", plain(name)] : []),
      ...(windowName ? ["-n", plain(windowName)] : []),
      ...(startDirectory ? ["-c", plain(startDirectory)] : []),
      ...(width ? ["-x", String(width)] : []),
      ...(height ? ["-y", String(height)] : []),
      ...assignments(environment),
      ...(shell ? ["--", shell] : []),
    );
    const [id = ""] = await server.write([line], limit);
    return sessionById(server, id.trim(), limit);
  });
}

export async function sessionById(server: Server, id: string, limit: Within): Promise<SessionInfo> {
  const found = (await listSessions(server, limit)).find((session) => session.session_id === id);
  if (found) return found;
  throw await missing(server, "session", limit);
}

export async function renameSession(
  server: Server,
  sessionId: string,
  name: string,
  limit: Within,
): Promise<SessionInfo> {
  checkedSessionName(name);
  await server.write([command("rename-session", "-t", sessionId, "--", plain(name))], limit);
  return sessionById(server, sessionId, limit);
}

export async function killSession(server: Server, sessionId: string, limit: Within): Promise<void> {
  await server.write([command("kill-session", "-t", sessionId)], limit);
}

/** Ends the whole server. Its answer never comes, so a socket nobody listens on is the answer. */
export async function killServer(server: Server, limit: Within): Promise<void> {
  const { socketPath } = await server.identity(limit);
  await server.write(["kill-server"], limit).catch((error: unknown) => {
    if (!(error instanceof ToolError) || error.errorType !== "OutcomeUnknown") throw error;
  });
  // The socket answers a little longer than the server lives; who came back at once would be thrown out.
  while ((await listening(socketPath)) && remaining(limit) > 0) await delay(2);
}

/** tmux would quietly change these characters, and the session could not be found by the name it was given. */
function checkedSessionName(name: string): string {
  const problem =
    name === ""
      ? "is empty"
      : /[.:]/.test(name)
        ? "holds a dot or a colon"
        : isAnchor(name)
          ? "is reserved"
          : undefined;
  if (problem === undefined) return name;
  throw new ToolError("BadSessionName", `The session name ${problem}.`, {
    suggestion: "Use a name without dots and colons.",
  });
}

export function assignments(variables: Variables | undefined): string[] {
  return Object.entries(variables ?? {}).flatMap(([name, value]) => {
    if (name === "" || /[=\0]/.test(name))
      throw new ToolError("InvalidVariable", "A variable name is empty or holds an equals sign.");
    return ["-e", `${name}=${value}`];
  });
}
