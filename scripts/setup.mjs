// What a fresh clone needs before anything can run. Every step looks first and does nothing when nothing is missing.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FLOOR = [22, 13];
const NODE = "24.21.0";

/** Installs exactly what package-lock.json says, once per lock file. */
export function ensurePackages() {
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  const stamp = join(ROOT, "node_modules", ".termgate-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  step("Installing npm packages (about 20 s the first time)", "npm", [
    "ci",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  writeFileSync(stamp, lock);
}

/** The folder of a Node that is new enough: the running one's, or one from npm kept in .cache. */
export function ensureNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1])) return dirname(process.execPath);
  const home = join(ROOT, ".cache", `node-${NODE}`);
  const bin = join(home, "node_modules", "node", "bin");
  if (!existsSync(join(bin, "node"))) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), '{ "private": true }\n');
    step(
      `Node ${process.versions.node} is older than ${FLOOR.join(".")}; fetching Node ${NODE} from npm for this folder`,
      "npm",
      ["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", home, `node@${NODE}`],
    );
  }
  return bin;
}

const MANAGERS = [
  { name: "apt-get", args: ["install", "-y", "-qq", "tmux"], first: ["update", "-qq"], root: true },
  { name: "dnf", args: ["install", "-y", "-q", "tmux"], root: true },
  { name: "apk", args: ["add", "--quiet", "tmux"], root: true },
  { name: "pacman", args: ["-S", "--noconfirm", "--quiet", "tmux"], root: true },
  { name: "brew", args: ["install", "--quiet", "tmux"], root: false },
];

/** tmux from the system's package manager, where this user may install; else the one line to run. */
export function ensureTmux() {
  if (has("tmux", "-V")) return true;
  const manager = MANAGERS.find(({ name }) => has(name, "--version"));
  if (!manager) {
    console.error(
      "tmux is missing and no package manager was found. Install tmux 3.2a or newer, then run this again.",
    );
    return false;
  }
  const isRoot = process.getuid?.() === 0;
  const sudo = manager.root && !isRoot ? ["sudo", "-n"] : [];
  const command = (args) => [...sudo, manager.name, ...args];
  if (sudo.length > 0 && !has("sudo", "-n", "true")) {
    console.error(`tmux is missing. Run: sudo ${manager.name} ${manager.args.join(" ")}`);
    return false;
  }
  if (manager.first)
    step("Refreshing the package list", ...split(command(manager.first)), { optional: true });
  step("Installing tmux", ...split(command(manager.args)), { optional: true });
  if (has("tmux", "-V")) return true;
  console.error(`tmux could not be installed. Run: ${command(manager.args).join(" ")}`);
  return false;
}

function split([file, ...args]) {
  return [file, args];
}

function has(program, ...args) {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

function step(title, file, args, { optional = false } = {}) {
  const started = Date.now();
  console.error(`${title} …`);
  const { status, error } = spawnSync(file, args, {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0 && !optional) {
    console.error(`${title} failed: ${file} ${args.join(" ")}${error ? ` (${error.message})` : ""}`);
    process.exit(1);
  }
  console.error(`${title} … ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
