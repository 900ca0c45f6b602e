// Runs the official conformance suite against the built server: both requirement sets with the fixtures, and the
// shipped surface without them against a list of what it is known not to have. The suite is installed on demand.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

const PACKAGE = "@modelcontextprotocol/conformance";
const VERSION = "0.2.0-alpha.12";
const REVISIONS = ["2025-11-25", "2026-07-28"];
const START_MS = 15_000;

const suite = install(join(ROOT, ".cache", "conformance"));
const verbose = process.argv.includes("--verbose");
let failed = 0;
for (const fixtures of [true, false]) {
  const server = await start(fixtures);
  try {
    for (const revision of REVISIONS) if (!(await check(server.url, revision, fixtures))) failed += 1;
  } finally {
    await server.stop();
  }
}
process.exit(failed === 0 ? 0 : 1);

async function check(url, revision, fixtures) {
  const baseline = join(ROOT, "tests", "conformance", `shipped-${revision}.yml`);
  const argv = [suite, "server", "--url", url, "--requirements", revision];
  if (!fixtures) argv.push("--expected-failures", baseline);
  const child = spawn(process.execPath, argv, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  const text = Buffer.concat(output).toString();
  if (code !== 0 || verbose) console.error(text);
  const surface = fixtures ? "with fixtures" : "as shipped";
  console.error(`conformance ${revision} ${surface}: ${code === 0 ? "passed" : "FAILED"}${summary(text)}`);
  return code === 0;
}

/** What failed in a run that passed is not scored for the revision or is in the baseline. */
function summary(text) {
  const [, passed, failed] = text.match(/^Total: (\d+) passed, (\d+) failed/m) ?? [];
  return passed === undefined ? "" : ` (${passed} checks passed, ${failed} others)`;
}

async function start(fixtures) {
  const state = mkdtempSync(join(tmpdir(), "termgate-conformance-"));
  const argv = [
    "dist/main.js",
    "http",
    "--bind",
    "127.0.0.1:0",
    "--no-auth",
    ...(fixtures ? ["--conformance"] : []),
  ];
  const env = { PATH: process.env.PATH, HOME: state, TERMGATE_STATE_DIR: state };
  const child = spawn(process.execPath, argv, { cwd: ROOT, env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    let said = "";
    const give = (why) => reject(new Error(`The server ${why}: ${said}`));
    const timer = setTimeout(() => give("did not start in time"), START_MS);
    void ended.then(() => give("ended early"));
    child.stderr.on("data", (chunk) => {
      said += chunk;
      const found = said.match(/http:\/\/\S+\/mcp/)?.[0];
      if (found) resolve(found.replace("127.0.0.1", "localhost"));
      if (found) clearTimeout(timer);
    });
  });
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(state, { recursive: true, force: true });
    },
  };
}

function install(folder) {
  const entry = join(folder, "node_modules", PACKAGE, "dist", "index.js");
  const stamp = join(folder, `installed-${VERSION}`);
  if (existsSync(stamp) && existsSync(entry)) return entry;
  console.error(`Installing ${PACKAGE} ${VERSION} into .cache …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const argv = [
    "install",
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--loglevel=error",
    `${PACKAGE}@${VERSION}`,
  ];
  const { status } = spawnSync("npm", argv, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error("The conformance suite could not be installed.");
  writeFileSync(stamp, "");
  return entry;
}
