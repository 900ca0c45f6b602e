// What a fresh clone needs before anything can run. Every step looks first and does nothing when nothing is missing.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
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
  step("Installing npm packages (about 20 s the first time)", [
    "npm",
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
      ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", home, `node@${NODE}`],
    );
  }
  return bin;
}

const MANAGERS = [
  { name: "apt-get", install: ["install", "-y", "-qq"], refresh: ["update", "-qq"], needsRoot: true },
  { name: "dnf", install: ["install", "-y", "-q"], needsRoot: true },
  { name: "apk", install: ["add", "--quiet"], needsRoot: true },
  { name: "pacman", install: ["-S", "--noconfirm", "--quiet"], needsRoot: true },
  { name: "brew", install: ["install", "--quiet"], needsRoot: false },
];

/** Where the package is not called like the program in it. */
const PACKAGES = { bwrap: "bubblewrap", sshd: "openssh-server", ssh: "openssh-client" };

/** Programs from the system's package manager, where this user may install; else the one line to run. */
export function ensurePrograms(names) {
  const missing = names.filter((name) => !onPath(name));
  if (missing.length === 0) return true;
  const manager = MANAGERS.find(({ name }) => onPath(name));
  const what = missing.join(" and ");
  if (!manager)
    return refuse(`${what} is missing and no package manager was found. Install it, then run this again.`);
  const sudo = manager.needsRoot && process.getuid?.() !== 0 ? ["sudo", "-n"] : [];
  const install = [manager.name, ...manager.install, ...missing.map((name) => PACKAGES[name] ?? name)];
  if (sudo.length > 0 && !succeeds("sudo", "-n", "true"))
    return refuse(`${what} is missing. Run: sudo ${install.join(" ")}`);
  if (manager.refresh)
    step("Refreshing the package list", [...sudo, manager.name, ...manager.refresh], { optional: true });
  step(`Installing ${what}`, [...sudo, ...install], { optional: true });
  if (missing.every(onPath)) return true;
  return refuse(`${what} could not be installed. Run: ${install.join(" ")}`);
}

function refuse(line) {
  console.error(line);
  return false;
}

function onPath(name) {
  // Daemons such as sshd are where a plain user's PATH does not lead.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.some((folder) => existsSync(join(folder, name)));
}

function succeeds(program, ...args) {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

function step(title, [file, ...args], { optional = false } = {}) {
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
