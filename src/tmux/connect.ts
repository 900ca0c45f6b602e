import { randomBytes } from "node:crypto";
import { ToolError } from "../errors.ts";
import { run } from "../os/process.ts";
import { anchorName } from "./anchor.ts";
import { ChannelFailure, ControlChannel } from "./control/channel.ts";
import { noServer, unresponsive } from "./failure.ts";
import { oneAtATime } from "./handshake.ts";
import { type Environment, type Socket, socketArgs, socketPath } from "./socket.ts";
import { abilities, type Abilities } from "./version.ts";
import { settle, within } from "./within.ts";

/** Names one server for good: ids and cursors of another server mean nothing here. */
export interface Identity {
  readonly socketPath: string;
  readonly pid: number;
  readonly startTime: number;
  readonly key: string;
}

export interface Connection {
  readonly channel: ControlChannel;
  readonly identity: Identity;
  readonly abilities: Abilities;
  /** Ids of the hidden session, window and pane. */
  readonly own: readonly string[];
}

interface Where {
  readonly tmuxBin: string;
  readonly socket: Socket;
  readonly environment: Environment;
  readonly configFile?: string | undefined;
}

interface Manner {
  /** True to start the server when there is none. */
  readonly create: boolean;
  readonly label: string;
  notification(line: string): void;
  closed(): void;
}

const ASKED = ["socket_path", "pid", "start_time", "version", "session_id", "window_id", "pane_id"];
const PATIENCE = 5_000;

/** Opens a client in a hidden session of its own, which ends with the client. */
export async function connect(where: Where, manner: Manner): Promise<Connection> {
  const env = clientEnvironment(where.environment);
  // A stopped server would run a command we gave up on when it wakes; a harmless question finds that out first.
  if (!(await answers(where, env, manner.label)) && !manner.create) throw noServer(manner.label);
  return oneAtATime(socketPath(where.socket, where.environment), () => introduce(where, manner, env));
}

async function introduce(where: Where, manner: Manner, env: Record<string, string>): Promise<Connection> {
  const name = anchorName(randomBytes(6).toString("hex"));
  const channel = new ControlChannel({
    file: where.tmuxBin,
    args: [
      ...serverArgs(where),
      ...(manner.create ? [] : ["-N"]),
      "-C",
      ...anchorCommand(name, "ignore-size,no-output"),
    ],
    env,
    notification: (line) => manner.notification(line),
    closed: () => manner.closed(),
  });
  try {
    const limit = within(PATIENCE);
    await settle(channel.opened, limit, () => unresponsive(manner.label));
    const [body] = await channel.send(
      [`display-message -p '${ASKED.map((field) => `#{${field}}`).join("\t")}'`],
      limit,
    );
    return { channel, ...identified(String(body).trimEnd()) };
  } catch (error) {
    channel.close();
    throw error instanceof ChannelFailure ? explained(error, where.tmuxBin, manner.label) : error;
  }
}

/**
 * A session that shows nothing, follows nobody's size and goes away with its only client. The hook does that:
 * destroy-unattached would crash the server when two such clients leave at the same moment. It looks before it acts,
 * because tmux runs the hook of any session it likes for a client whose own session is gone already.
 */
export function anchorCommand(name: string, flags: string): string[] {
  const left = `if-shell -F -t =${name}: '#{session_attached}' '' 'kill-session -t =${name}'`;
  const leaving = [";", "set-hook", "client-detached", left];
  const moved = [";", "set-option", "detach-on-destroy", "on"];
  return ["new-session", "-E", "-s", name, "-f", flags, "exec cat", ...leaving, ...moved];
}

export function serverArgs(where: Where): string[] {
  return [
    "-u",
    ...socketArgs(where.socket),
    ...(where.configFile === undefined ? [] : ["-f", where.configFile]),
  ];
}

/** Our own pane must not make tmux think it is nested, nor the new server inherit our place in another. */
export function clientEnvironment(environment: Environment): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && name !== "TMUX" && name !== "TMUX_PANE") env[name] = value;
  }
  env.TERM ||= "screen-256color";
  return env;
}

async function answers(where: Where, env: Record<string, string>, label: string): Promise<boolean> {
  const asked = await run(
    where.tmuxBin,
    [...serverArgs(where), "-N", "display-message", "-p", "#{version}"],
    {
      env,
      timeoutMs: PATIENCE,
    },
  ).catch((error: NodeJS.ErrnoException & { killed?: boolean }) => {
    throw error.killed ? unresponsive(label) : missing(error, where.tmuxBin);
  });
  if (asked.code === 0) abilities(asked.stdout.trim());
  else if (/unknown option|usage: tmux/.test(asked.stderr)) abilities("");
  return asked.code === 0;
}

function missing(error: NodeJS.ErrnoException, file: string): Error {
  if (error.code !== "ENOENT" && error.code !== "EACCES") return error;
  return new ToolError("TmuxCommandNotFound", `The tmux program was not found as ${file}.`, {
    suggestion: "Install tmux, or tell termgate where it is.",
    expected: false,
  });
}

function identified(answer: string): Omit<Connection, "channel"> {
  // The path comes first and may itself hold a tab, so the other fields are counted from the end.
  const fields = answer.split("\t");
  const [pid = "", startTime = "", version = "", ...own] = fields.slice(-(ASKED.length - 1));
  const path = fields.slice(0, -(ASKED.length - 1)).join("\t");
  return {
    identity: {
      socketPath: path,
      pid: Number(pid),
      startTime: Number(startTime),
      key: `${path} ${pid} ${startTime}`,
    },
    abilities: abilities(version),
    own,
  };
}

function explained(error: ChannelFailure, file: string, label: string): Error {
  if (error.kind === "late") return unresponsive(label);
  if (/ENOENT|EACCES/.test(error.message))
    return missing(Object.assign(new Error(error.message), { code: "ENOENT" }), file);
  if (/no server running|error connecting|server exited/.test(error.message)) return noServer(label);
  return new ToolError("LibTmuxException", `tmux could not be reached on ${label}: ${error.message}.`, {
    transient: true,
  });
}
