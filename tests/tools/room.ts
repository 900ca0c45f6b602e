import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../../src/settings/table.ts";
import { expect, test as house } from "../house.ts";

export { expect };

type Overrides = { readonly [G in keyof Settings]?: Partial<Settings[G]> };

interface Room {
  overrides: Overrides;
  environment: Record<string, string>;
  /** A folder for sockets, taken away at the end with every server in it. */
  folder: string;
  profile: Settings["house"]["profile"];
  safety: Settings["house"]["safety"];
  /** Settings of the tmux room beside its default server, `main`. */
  tmuxSettings: Partial<Settings["tmux"]>;
  /** The tmux program on one of the servers, as a person would run it. */
  tmux: (...args: string[]) => string;
  tmuxOn: (socket: string, ...args: string[]) => string;
  /** A pane with a bare shell whose prompt is `$ `, in the session `work`. */
  pane: string;
  /** What a pane shows now. */
  shown: (pane: string) => string;
}

export const SHELL = "exec env PS1='$ ' HISTFILE= bash --norc --noprofile";

const BASE = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  LANG: "C.UTF-8",
  SHELL: "/bin/bash",
  TERM: "xterm-256color",
};

export const test = house.extend<Room>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "tg-tools-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  profile: "libtmux",
  safety: "destructive",
  tmuxSettings: {},
  overrides: async ({ profile, safety, tmuxSettings }, use) => {
    const overrides: Overrides = {
      house: { profile, safety },
      tmux: { socket: "main", configFile: "/dev/null", ...tmuxSettings },
    };
    await use(overrides);
  },
  environment: async ({ folder }, use) => use({ ...BASE, TMUX_TMPDIR: folder }),
  tmuxOn: async ({ folder }, use) => {
    const sockets = new Set<string>(["main"]);
    const run = (socket: string, args: readonly string[]) =>
      execFileSync("tmux", ["-u", "-f", "/dev/null", "-L", socket, ...args], {
        env: { ...BASE, TMUX_TMPDIR: folder },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        timeout: 10_000,
      }).trimEnd();
    await use((socket, ...args) => {
      sockets.add(socket);
      return run(socket, args);
    });
    for (const socket of sockets) {
      try {
        run(socket, ["kill-server"]);
      } catch {
        // No server was left there.
      }
    }
  },
  tmux: async ({ tmuxOn }, use) => use((...args) => tmuxOn("main", ...args)),
  pane: async ({ tmux }, use) => {
    const size = ["-x", "80", "-y", "24"];
    const id = tmux("new-session", "-d", "-P", "-F", "#{pane_id}", "-s", "work", ...size, SHELL);
    await expect.poll(() => tmux("capture-pane", "-p", "-t", id)).toMatch(/^\$/);
    await use(id);
  },
  shown: async ({ tmux }, use) => use((pane) => tmux("capture-pane", "-p", "-t", pane)),
});
