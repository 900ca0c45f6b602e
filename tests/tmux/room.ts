import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "vitest";
import { createSession } from "../../src/tmux/sessions.ts";
import type { Server } from "../../src/tmux/server.ts";
import { Tmux, type TmuxOptions } from "../../src/tmux/tmux.ts";
import { within } from "../../src/tmux/within.ts";

export { expect };

export const soon = () => within(10_000);

export const environment = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  LANG: "C.UTF-8",
  SHELL: "/bin/bash",
  TERM: "xterm-256color",
};

/**
 * Settles once a wait on the pane has begun: its window is linked into a hidden session, and what the wait asks first
 * goes out together with that.
 */
export async function listening(server: Server, pane: string): Promise<void> {
  const linked = [`display-message -p -t ${pane} '#{window_linked_sessions}'`];
  await expect.poll(async () => Number((await server.read(linked, soon()))[0]), { interval: 10 }).toBe(2);
}

/** A folder for sockets, taken away at the end with every server in it. */
export interface Sockets {
  readonly folder: string;
  path(name: string): string;
  room(options?: Partial<TmuxOptions>): Tmux;
  /** The tmux program on one of the sockets, as a person would run it. */
  cli(socket: string, ...args: string[]): string;
}

interface Fixtures {
  sockets: Sockets;
  tmux: Tmux;
  server: Server;
  /** A pane with a bare shell whose prompt is `$ `. */
  pane: string;
}

export const SHELL = "env PS1='$ ' HISTFILE= bash --norc --noprofile";

export const test = base.extend<Fixtures>({
  sockets: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "tg-tmux-"));
    const rooms: Tmux[] = [];
    const paths = new Set<string>();
    const path = (name: string) => {
      paths.add(join(folder, name));
      return join(folder, name);
    };
    await use({
      folder,
      path,
      room(options = {}) {
        const room = new Tmux({
          tmuxBin: "tmux",
          socketPath: path("main"),
          environment: { ...environment, TMUX_TMPDIR: folder },
          cursorKey: "a key for tests",
          configFile: "/dev/null",
          ...options,
        });
        rooms.push(room);
        return room;
      },
      cli: (socket, ...args) =>
        execFileSync("tmux", ["-u", "-f", "/dev/null", "-S", path(socket), ...args], {
          env: environment as Record<string, string>,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "pipe"],
        }),
    });
    await Promise.all(rooms.map((room) => room.close()));
    for (const socket of paths) {
      try {
        execFileSync("tmux", ["-S", socket, "kill-server"], { stdio: "ignore", timeout: 5_000 });
      } catch {
        // No server was left there.
      }
    }
    rmSync(folder, { recursive: true, force: true });
  },
  tmux: async ({ sockets }, use) => {
    await use(sockets.room());
  },
  server: async ({ tmux }, use) => {
    await use(tmux.server());
  },
  pane: async ({ server }, use) => {
    const session = await createSession(
      server,
      { name: "work", width: 80, height: 24, shell: SHELL },
      soon(),
    );
    await use(session.active_pane_id ?? "");
  },
});
