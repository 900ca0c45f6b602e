import { run } from "../../os/process.ts";
import type { Settings } from "../../settings/table.ts";
import { listening, socketPath } from "../../tmux/socket.ts";
import { abilities } from "../../tmux/version.ts";
import { findProgram, isProgram } from "../find-program.ts";
import type { Io } from "../io.ts";
import { readingOf } from "../open.ts";
import type { Check, Finding } from "./check.ts";

const INSTALL = [
  ["apt-get", "sudo apt-get install -y tmux"],
  ["dnf", "sudo dnf install -y tmux"],
  ["pacman", "sudo pacman -S --noconfirm tmux"],
  ["apk", "sudo apk add tmux"],
  ["brew", "brew install tmux"],
] as const;

export const tmux: Check = async (io, args) => {
  const { settings } = await readingOf(io, args);
  const { tmuxBin } = settings.tmux;
  const path = tmuxBin.includes("/") ? tmuxBin : findProgram(io, tmuxBin);
  if (path === undefined || !isProgram(path))
    return [
      { check: "tmux", status: "problem", says: "tmux is not where it is looked for.", fix: installLine(io) },
    ];
  return [await version(io, path), await socket(io, settings)];
};

async function version(io: Io, path: string): Promise<Finding> {
  const { stdout } = await run(path, ["-V"]).catch(() => ({ stdout: "" }));
  const found = /\d+\.\d+[a-z]?/.exec(stdout)?.[0] ?? "";
  try {
    const { watching } = abilities(found);
    if (watching) return { check: "tmux", status: "ok", says: `tmux ${found} (${path})` };
    return {
      check: "tmux",
      status: "warning",
      says: `tmux ${found} works, but waits are slower than with 3.3 or newer.`,
      fix: installLine(io),
    };
  } catch (error) {
    return {
      check: "tmux",
      status: "problem",
      says: error instanceof Error ? error.message : "",
      fix: installLine(io),
    };
  }
}

async function socket({ environment }: Io, { tmux }: Settings): Promise<Finding> {
  const inside = environment["TMUX"]?.split(",")[0];
  const named = tmux.socket === undefined ? undefined : socketPath({ name: tmux.socket }, environment);
  const path = tmux.socketPath ?? named ?? (inside || socketPath({ name: "default" }, environment));
  const server = (await listening(path)) ? "a server listens" : "no server yet; the first session starts one";
  const pane = environment["TMUX_PANE"];
  const own = inside === path && pane ? `; this is its pane ${pane}, which agents cannot change` : "";
  return { check: "tmux", status: "ok", says: `socket ${path}: ${server}${own}` };
}

function installLine(io: Io): string {
  const [, line] = INSTALL.find(([program]) => findProgram(io, program)) ?? INSTALL[0];
  return line;
}
