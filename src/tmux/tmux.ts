import { readdirSync } from "node:fs";
import { join } from "node:path";
import { dropBuffers } from "./buffers.ts";
import { serverInfo } from "./listing.ts";
import type { ServerInfo } from "./models.ts";
import { Server } from "./server.ts";
import { checkedName, type Environment, listening, type Socket, socketFolder } from "./socket.ts";
import { leaveChannels } from "./wait/channel.ts";
import { type Within, within } from "./within.ts";

export interface TmuxOptions {
  /** A path, or a name found on PATH. */
  readonly tmuxBin: string;
  /** The default server by name. A name given in a call wins over both defaults. */
  readonly socketName?: string | undefined;
  /** The default server by path; it wins over the default name. */
  readonly socketPath?: string | undefined;
  readonly environment: Environment;
  /** Signs the cursors of captureSince; the same key must be given after a restart. */
  readonly cursorKey: Uint8Array | string;
  readonly configFile?: string | undefined;
}

/** Every tmux server of this user, each with one client of ours that is opened when first needed. */
export class Tmux {
  readonly options: TmuxOptions;
  readonly #servers = new Map<string, Server>();

  constructor(options: TmuxOptions) {
    this.options = options;
  }

  server(socketName?: string | null): Server {
    const { socketPath: path, socketName: name } = this.options;
    if (socketName) return this.#server({ name: checkedName(socketName) });
    return this.#server(path ? { path } : { name: checkedName(name || "default") });
  }

  /** Every live server in the socket folder by name, then the live ones among the extra paths. */
  async listServers(limit: Within, extraPaths: readonly string[] = []): Promise<ServerInfo[]> {
    const folder = socketFolder(this.options.environment);
    const named = fileNames(folder).map((name) => ({ socket: { name }, path: join(folder, name) }));
    const extra = extraPaths.map((path) => ({ socket: { path }, path }));
    const all = [...named, ...extra];
    const live = await Promise.all(all.map(({ path }) => listening(path)));
    return Promise.all(
      all.filter((_, i) => live[i]).map(({ socket }) => serverInfo(this.#server(socket), limit)),
    );
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#servers.values()].map(async (server) => {
        await leaveChannels(server);
        await dropBuffers(server, within(1_000));
        await server.close();
      }),
    );
    this.#servers.clear();
  }

  #server(socket: Socket): Server {
    const key = "name" in socket ? `L${socket.name}` : `S${socket.path}`;
    const known = this.#servers.get(key);
    if (known) return known;
    const { tmuxBin, environment, configFile } = this.options;
    const server = new Server({ tmuxBin, environment, configFile, socket });
    this.#servers.set(key, server);
    return server;
  }
}

function fileNames(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
