import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../.cache/agents/", import.meta.url));

/** The releases the screens were recorded from. A newer one is news for `agents drift`, never a silent update. */
export const PINS = {
  "claude-2.1.326": { package: "@anthropic-ai/claude-code", version: "2.1.326" },
  "claude-2.1.197": { package: "@anthropic-ai/claude-code", version: "2.1.197" },
  "codex-0.169.0": { package: "@openai/codex", version: "0.169.0" },
  "gemini-0.61.0": { package: "@google/gemini-cli", version: "0.61.0" },
} as const;

export type Pin = keyof typeof PINS;

/**
 * Path of the program, installed from npm into the cache on first use. Install scripts never run, and a half-done
 * download is never taken for a whole one: the folder gets its name only when npm has finished.
 */
export function installed(pin: Pin): string {
  const home = join(CACHE, pin);
  if (!existsSync(home)) install(pin, home);
  return program(pin, home);
}

function install(pin: Pin, home: string): void {
  const fresh = `${home}.${process.pid}.part`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), '{ "private": true }\n');
  const { package: name, version } = PINS[pin];
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--engine-strict=false", "--loglevel=error"];
  execFileSync("npm", ["install", ...flags, "--prefix", fresh, `${name}@${version}`], { stdio: "pipe" });
  try {
    renameSync(fresh, home);
  } catch {
    // Another test process finished the same download first; one copy is enough.
    rmSync(fresh, { recursive: true, force: true });
  }
}

function program(pin: Pin, home: string): string {
  const modules = join(home, "node_modules");
  const found = candidates(pin, modules).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`${pin} was installed, but its program is not where it should be.`);
  return found;
}

function candidates(pin: Pin, modules: string): string[] {
  if (pin.startsWith("claude"))
    return platform(join(modules, "@anthropic-ai")).map((dir) => join(dir, "claude"));
  if (pin.startsWith("codex")) return platform(join(modules, "@openai")).flatMap(vendored);
  return [join(modules, ".bin", "gemini")];
}

/** The native package of this machine among those of all platforms; musl builds come last. */
function platform(scope: string): string[] {
  const suffix = `-${process.platform}-${process.arch}`;
  const names = readdirSync(scope).filter((name) => name.includes(suffix));
  return names.sort((a, b) => a.length - b.length).map((name) => join(scope, name));
}

function vendored(dir: string): string[] {
  const vendor = join(dir, "vendor");
  return existsSync(vendor) ? readdirSync(vendor).map((triple) => join(vendor, triple, "bin", "codex")) : [];
}
