import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTime } from "../os/process.ts";
import { command } from "../tmux/control/quote.ts";
import { createSession } from "../tmux/sessions.ts";
import { within, type Within } from "../tmux/within.ts";
import { makeEventFolder } from "./channel/hook-events.ts";
import { programOf } from "./known.ts";
import { agentFolder, eventFolder, type Grounds } from "./live.ts";
import { type Launch, launchWords, type Provider } from "./provider.ts";
import type { AgentRow, Place } from "./registry/rows.ts";

export interface Room {
  /** A named tmux server, or null for the person's default one. */
  readonly socketName: string | null;
  readonly width: number;
  readonly height: number;
  /** Further variables to hand over. */
  readonly variables: readonly string[];
}

/** Variables every agent gets from termgate; a tmux server may have been started long ago from elsewhere. */
const COMMON =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|TMPDIR|XDG_[A-Z_]+|SSH_AUTH_SOCK|COLORTERM|NODE_EXTRA_CA_CERTS|HTTPS?_PROXY|NO_PROXY)$/i;

/** Marks everything an agent starts, so that its end finds all of it. */
export function markOf(id: string): { readonly name: string; readonly value: string } {
  return { name: "TERMGATE_AGENT", value: id };
}

/** Nobody else's session is called so: it bears the agent's id. */
export function sessionNameOf({ id, provider, resurrections }: AgentRow): string {
  return `termgate-${provider}-${id.slice(0, 8)}-${resurrections}`;
}

/** Starts the program in a tmux session of its own. When it ends, tmux keeps the pane with its last words. */
export async function launch(
  grounds: Grounds,
  row: AgentRow,
  provider: Provider,
  { room, resumes, limit }: { readonly room: Room; readonly resumes: boolean; readonly limit: Within },
): Promise<Place> {
  const program = programOf(provider, grounds.environment["PATH"]);
  const given: Launch = {
    options: row.launch,
    sessionId: row.sessionId,
    resumes,
    folder: agentFolder(grounds.stateDir, row.id),
    events: eventFolder(grounds.stateDir, row.id),
    environment: grounds.environment,
  };
  const script = writeScript(given, [program, ...launchWords(provider, given)]);
  const server = grounds.tmux.server(room.socketName);
  const name = sessionNameOf(row);
  return server.creating(limit, async () => {
    const { session_id: sessionId } = await createSession(
      server,
      {
        name,
        windowName: provider.name,
        startDirectory: row.cwd,
        width: room.width,
        height: room.height,
        environment: { ...variablesFor(grounds, provider, { row, room }), ...provider.environment?.(given) },
        // Held until the options are set: a program that ends at once must not take its words along.
        shell: "exec cat",
      },
      limit,
    );
    const target = `${sessionId}:`;
    try {
      const facts = ["window_id", "window_name", "pane_id", "pane_pid"]
        .map((field) => `#{${field}}`)
        .join("\t");
      const options = [
        command("set-option", "-t", target, "status", "off"),
        command("set-option", "-w", "-t", target, "remain-on-exit", "on"),
        command("set-option", "-w", "-t", target, "automatic-rename", "off"),
        command("set-option", "-w", "-t", target, "allow-rename", "off"),
        command("respawn-pane", "-k", "-t", target, "-c", row.cwd, "--", `exec /bin/sh ${quoted(script)}`),
        command("display-message", "-p", "-t", target, "--", facts),
      ];
      const bodies = await server.write(options, limit);
      const [windowId = "", windowName = "", paneId = "", pid = ""] = (bodies.at(-1) ?? "")
        .trimEnd()
        .split("\t");
      const { socketPath, pid: serverPid, startTime: serverStart } = await server.identity(limit);
      const panePidStart = startTime(Number(pid)) ?? null;
      return {
        socketName: room.socketName,
        socketPath,
        serverPid,
        serverStart,
        sessionId,
        sessionName: name,
        windowId,
        windowName,
        paneId,
        panePid: Number(pid),
        panePidStart,
      };
    } catch (error) {
      // On its own time: the call itself may be over, which is why we are here.
      await server.write([command("kill-session", "-t", sessionId)], within(5_000)).catch(() => {});
      throw error;
    }
  });
}

/** By these a program believes that nobody looks on, and ends. They come from whoever started the tmux server. */
const UNATTENDED = ["CI", "CONTINUOUS_INTEGRATION", "GITHUB_ACTIONS"];

/** The command line goes through a file: it may be longer than tmux takes, and no shell but sh has to read it. */
function writeScript({ folder, events }: Launch, words: readonly string[]): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeEventFolder(events);
  const path = join(folder, "launch.sh");
  const lines = [`unset ${UNATTENDED.join(" ")}`, `exec ${words.map(quoted).join(" ")}`];
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 });
  return path;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}

function variablesFor(
  { environment }: Grounds,
  provider: Provider,
  { row, room }: { readonly row: AgentRow; readonly room: Room },
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const wanted = COMMON.test(name) || provider.variables.test(name) || room.variables.includes(name);
    if (value !== undefined && wanted) variables[name] = value;
  }
  const mark = markOf(row.id);
  return { ...variables, [mark.name]: mark.value };
}
