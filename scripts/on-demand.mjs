// Shared by the checks that need a large package nobody else does: installs it into .cache once, and starts the built
// server for it on a free port with a state folder of its own.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

const START_MS = 15_000;

/** Returns the folder of the installed package. */
export function install(name, version) {
  const folder = join(ROOT, ".cache", `${name.split("/").at(-1)}-${version}`);
  const stamp = join(folder, "installed");
  const installed = join(folder, "node_modules", name);
  if (existsSync(stamp)) return installed;
  console.error(`Installing ${name} ${version} into .cache …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const flags = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync("npm", ["install", ...flags, `${name}@${version}`], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`${name} ${version} could not be installed.`);
  writeFileSync(stamp, "");
  return installed;
}

/** Starts `termgate http` and resolves when it listens. */
export async function startHttp(...flags) {
  const state = mkdtempSync(join(tmpdir(), "termgate-check-"));
  const argv = ["dist/main.js", "http", "--bind", "127.0.0.1:0", ...flags];
  const env = { PATH: process.env.PATH, HOME: state, TERMGATE_STATE_DIR: state };
  const child = spawn(process.execPath, argv, { cwd: ROOT, env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(state, { recursive: true, force: true });
  };
  try {
    return { url: await listening(child, ended), state, env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listening(child, ended) {
  return new Promise((resolve, reject) => {
    let said = "";
    const giveUp = (why) => reject(new Error(`The server ${why}: ${said}`));
    const timer = setTimeout(() => giveUp("did not start in time"), START_MS);
    void ended.then(() => giveUp("ended early"));
    child.stderr.on("data", (chunk) => {
      said += chunk;
      const found = said.match(/http:\/\/\S+\/mcp/)?.[0];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}

/** Runs a program to its end and returns its exit code and everything it wrote. */
export async function capture(program, argv, options = {}) {
  const child = spawn(program, argv, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], ...options });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, text: Buffer.concat(output).toString() };
}
