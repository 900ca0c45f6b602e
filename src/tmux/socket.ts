import { connect } from "node:net";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Which tmux server: by its name in the socket folder, or by the path of its socket. */
export type Socket = { readonly name: string } | { readonly path: string };

export function socketFolder(environment: Environment): string {
  return join(environment.TMUX_TMPDIR || "/tmp", `tmux-${process.geteuid?.() ?? 0}`);
}

export function socketPath(socket: Socket, environment: Environment): string {
  return "path" in socket ? socket.path : join(socketFolder(environment), socket.name);
}

export function socketArgs(socket: Socket): string[] {
  return "path" in socket ? ["-S", socket.path] : ["-L", socket.name];
}

export function checkedName(name: string): string {
  if (name && !/[/\0\n]/.test(name) && name !== "." && name !== "..") return name;
  throw new ToolError("InvalidSocketName", "A socket name is the name of one file, without a slash.", {
    suggestion: "list_servers names the sockets that exist.",
  });
}

/** Where a path leads; a path that does not exist stands for itself. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** True when somebody listens: a socket file may outlive its server. */
export function listening(path: string, timeoutMs = 100): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => done(false));
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
}
