import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { build } from "../../src/server.ts";
import type { Settings } from "../../src/settings/table.ts";
import { expect, settingsWith, test as house } from "../house.ts";

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
  /** One more termgate in the same environment; settings are those of the first, and the state is its own. */
  another: (given?: { readonly settings?: Settings; readonly stateDir?: string }) => Promise<Another>;
}

interface Another {
  readonly client: Client;
  /** What a tool answers, without a look at whether it failed. */
  ask(name: string, args?: Record<string, unknown>): Promise<any>;
  /** What it wrote to its log so far. */
  readonly logged: readonly string[];
  close(): Promise<void>;
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
  another: async ({ overrides, environment, folder }, use) => {
    const all: Another[] = [];
    await use(async ({ settings, stateDir } = {}) => {
      const logged: string[] = [];
      const server = build({
        settings: settings ?? (await settingsWith(overrides)),
        environment,
        stateDir: stateDir ?? mkdtempSync(join(folder, "state-")),
        home: folder,
        log: (...said) => logged.push(JSON.stringify(said)),
      });
      const client = new Client({ name: "another", version: "1" });
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await server.factory({ era: "legacy" }).connect(theirs as never);
      await client.connect(ours);
      const one: Another = {
        client,
        logged,
        ask: async (name, args = {}) => (await client.callTool({ name, arguments: args })).structuredContent,
        close: async () => {
          await client.close();
          await server.close();
        },
      };
      all.push(one);
      return one;
    });
    await Promise.all(all.map((one) => one.close()));
  },
});

/** How many sessions the first window is in: its own, and a hidden one of ours while somebody listens to its output. */
export function holders(tmux: Room["tmux"]): number {
  return tmux("list-windows", "-a", "-F", "#{window_id}").match(/^@0$/gm)?.length ?? 0;
}

/** Settles once a wait on the first window has begun, if none was there just before. */
export async function listening(tmux: Room["tmux"]): Promise<void> {
  await expect.poll(() => holders(tmux)).toBe(2);
}

/** Every message the server sends from now on. */
export function overheard(client: Client): any[] {
  const sent: any[] = [];
  const wire: any = client.transport;
  const hear = wire.onmessage;
  wire.onmessage = (message: unknown, extra: unknown) => {
    sent.push(message);
    hear(message, extra);
  };
  return sent;
}

/** The command lines of all processes of the servers in a folder: servers, clients, shells and what runs in them. */
export function programs(folder: string): string[] {
  const lines: string[] = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const mine = readFileSync(`/proc/${pid}/environ`, "latin1").includes(folder);
      if (mine) lines.push(readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim());
    } catch {
      // It ended while we looked.
    }
  }
  return lines.filter(Boolean).toSorted();
}
