// A pinned npm package outside the lock file, for suites that hold us against other people's programs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

/** The folder of `name@version`, fetched into .cache on first use. */
export function cached(name, version) {
  const home = join(ROOT, ".cache", `${name.replaceAll("/", "-").replace("@", "")}-${version}`);
  const folder = join(home, "node_modules", name);
  if (existsSync(join(home, "done"))) return folder;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  console.error(`Fetching ${name} ${version} …`);
  const args = [
    "install",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--ignore-scripts",
    "--prefix",
    home,
    `${name}@${version}`,
  ];
  const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${name} ${version} could not be fetched.`);
  writeFileSync(join(home, "done"), "");
  return folder;
}
