// Runs the suites of the tmux room with every other tmux this machine's package mirror has:
//   node scripts/run.mjs exec node scripts/tmux-versions.mjs [vitest arguments]
// Nothing is installed: packages are unpacked into .cache/tmux, and apt works in a folder of its own. Where no mirror
// can be reached there is nothing to compare with, which is said and is no failure.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ROOT } from "./setup.mjs";

const HOME = join(ROOT, ".cache", "tmux");
/** Beside the release the machine runs: what was backported to it, and the releases that follow. */
const SUITES = (codename) => [`${codename}-backports`, "stable", "testing"];
const PATIENCE_MS = 120_000;

fetchAll();
const found = existsSync(HOME) ? readdirSync(HOME).toSorted() : [];
const usable = found.filter((version) => runs(program(version)));
const rest = found.filter((version) => !usable.includes(version));
if (rest.length > 0) console.log(`Fetched, but does not run on this machine: ${rest.join(", ")}.`);
if (usable.length === 0) {
  console.log("No other tmux can be had here: apt or its mirror is out of reach. Nothing was compared.");
  process.exit(0);
}
const failed = usable.filter((version) => !passes(version));
console.log(
  `tmux ${usable.join(", ")}: ${failed.length === 0 ? "all pass" : `failed with ${failed.join(", ")}`}.`,
);
process.exit(failed.length === 0 ? 0 : 1);

function fetchAll() {
  const mirror = configuredMirror();
  if (!mirror) return;
  const folder = mkdtempSync(join(tmpdir(), "tmux-versions-"));
  // apt fetches as a user of its own, who must be able to look in.
  chmodSync(folder, 0o755);
  try {
    for (const suite of SUITES(mirror.codename)) fetchFrom(suite, mirror, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where this machine gets its packages, as apt itself tells. */
function configuredMirror() {
  const format = "$(REPO_URI) $(CODENAME) $(COMPONENT)";
  const targets = output("apt-get", ["indextargets", "--format", format, "Created-By: Packages"]).split("\n");
  const release = output("sh", ["-c", '. /etc/os-release && printf %s "$VERSION_CODENAME"']);
  const [uri, codename] = targets.map((line) => line.split(" ")).find(([, name]) => name === release) ?? [];
  return uri && codename ? { uri, codename } : undefined;
}

/** An apt that works in a folder of its own, with these sources alone. */
function aptIn(place, sources) {
  for (const part of ["lists/partial", "cache/archives/partial", "got"])
    mkdirSync(join(place, part), { recursive: true });
  writeFileSync(join(place, "sources.list"), sources.map((source) => `deb ${source} main\n`).join(""));
  const options = [
    `Dir::Etc::sourcelist=${join(place, "sources.list")}`,
    "Dir::Etc::sourceparts=/dev/null",
    `Dir::State::lists=${join(place, "lists")}`,
    `Dir::Cache=${join(place, "cache")}`,
    "Acquire::http::Timeout=10",
    "Acquire::Retries=0",
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  const got = join(place, "got");
  const apt = (...args) =>
    spawnSync("apt-get", [...options, "-qq", ...args], { cwd: got, timeout: PATIENCE_MS, stdio: "ignore" })
      .status === 0;
  return { apt, got, options };
}

/** The package and every library below it: what a later release is built for is not on this machine. */
function fetchFrom(suite, { uri, codename }, folder) {
  // A backport stands on the release it was made for.
  const suites = suite.startsWith(codename) ? [suite, codename] : [suite];
  const { apt, got, options } = aptIn(
    join(folder, suite),
    suites.map((name) => `${uri} ${name}`),
  );
  if (!apt("update") || !apt("download", `tmux/${suite}`)) return;
  const [file = ""] = readdirSync(got);
  const version = output("dpkg-deb", ["--field", join(got, file), "Version"])
    .trim()
    .replace(/-.*/, "");
  if (!version || version === own() || runs(program(version))) return;
  const without = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"].map(
    (kind) => `--no-${kind}`,
  );
  const below =
    output("apt-cache", [...options, "depends", "--recurse", ...without, "tmux"]).match(/^lib\S+$/gm) ?? [];
  for (const library of new Set(below)) apt("download", library);
  unpack(got, join(HOME, version));
}

/** The program is started by the loader it was built with, which looks for libraries beside it alone. */
function unpack(packages, target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, "bin"), { recursive: true });
  for (const file of readdirSync(packages))
    spawnSync("dpkg-deb", ["--extract", join(packages, file), target], { stdio: "ignore" });
  const files = readdirSync(target, { recursive: true }).map((file) => join(target, file));
  const loader = files.find((file) => /\/ld-linux[^/]*\.so\.\d+$/.test(file) && lstatSync(file).isFile());
  if (!loader) return;
  const libraries = new Set(files.filter((file) => /\.so\.\d+/.test(file)).map((file) => dirname(file)));
  const start = [loader, "--library-path", [...libraries].join(":"), join(target, "usr", "bin", "tmux")];
  const script = `#!/bin/sh\nexec ${start.map((word) => `'${word}'`).join(" ")} "$@"\n`;
  writeFileSync(join(target, "bin", "tmux"), script, { mode: 0o755 });
}

function program(version) {
  return join(HOME, version, "bin", "tmux");
}

function own() {
  return output("tmux", ["-V"]).trim().split(" ").at(-1);
}

function runs(file) {
  return spawnSync(file, ["-V"], { stdio: "ignore" }).status === 0;
}

function passes(version) {
  console.log(`\n== tmux ${version} ==`);
  const argv = process.argv.slice(2);
  const suites = argv.length > 0 ? argv : ["tests/tmux", "tests/tools"];
  // The suites use the tmux they find first.
  const env = { ...process.env, PATH: [dirname(program(version)), process.env.PATH].join(delimiter) };
  const { status, error } = spawnSync("vitest", ["run", ...suites], { cwd: ROOT, env, stdio: "inherit" });
  if (error) console.error(`vitest could not be started: ${error.message}`);
  return status === 0;
}

function output(file, args) {
  return spawnSync(file, args, { encoding: "utf8", timeout: PATIENCE_MS }).stdout ?? "";
}
