// The reference and termgate side by side, each over stdio on a tmux server of its own that starts out the same.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const VERSION = "0.1.0a20";
const VENV = ".cache/libtmux-venv";
const SHELL = "exec env PS1='$ ' HISTFILE= bash --norc --noprofile";

export interface Side {
  readonly name: "reference" | "termgate";
  readonly client: Client;
  readonly tmux: (...args: string[]) => string;
}

export interface Pair {
  readonly sides: readonly Side[];
  close(): Promise<void>;
}

/** Where the reference's program is, installed on first use; nothing where there is no Python to run it. */
export function reference(): string | undefined {
  const program = join(VENV, "bin", "libtmux-mcp");
  if (existsSync(program)) return program;
  try {
    execFileSync("python3", ["-m", "venv", VENV], { stdio: "ignore" });
    execFileSync(join(VENV, "bin", "pip"), ["install", "-q", `libtmux-mcp==${VERSION}`], {
      stdio: "inherit",
    });
  } catch {
    rmSync(VENV, { recursive: true, force: true });
    return undefined;
  }
  return program;
}

export async function openPair(program: string): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "tg-pair-"));
  const base = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    TERM: "xterm-256color",
    TMUX_TMPDIR: folder,
    LIBTMUX_SAFETY: "destructive",
  };
  const open = async (name: Side["name"], command: string, args: string[]): Promise<Side> => {
    const tmux = (...argv: string[]) =>
      execFileSync("tmux", ["-u", "-f", "/dev/null", "-L", name, ...argv], {
        env: base,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trimEnd();
    tmux("new-session", "-d", "-s", "work", "-x", "80", "-y", "24", SHELL);
    const client = new Client({ name: "pair", version: "1" });
    const env = { ...base, LIBTMUX_SOCKET: name, XDG_STATE_HOME: join(folder, name) };
    await client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));
    return { name, client, tmux };
  };
  const sides = [
    await open("reference", program, []),
    await open("termgate", process.execPath, ["dist/main.js", "--profile", "libtmux"]),
  ];
  return {
    sides,
    async close() {
      await Promise.all(sides.map(({ client }) => client.close()));
      for (const { tmux } of sides) {
        try {
          tmux("kill-server");
        } catch {
          // It ended already.
        }
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
