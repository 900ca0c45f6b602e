// Holds what we hand to registries, bundles and plugins against their own tools.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cached } from "./cached.mjs";

const folder = mkdtempSync(join(tmpdir(), "packages-"));
try {
  const mcpb = join(cached("@anthropic-ai/mcpb", "2.1.2"), "dist", "cli", "cli.js");
  run("the bundle's manifest is valid", process.execPath, [mcpb, "validate", "packaging/mcpb/manifest.json"]);
  const stage = join(folder, "bundle");
  mkdirSync(stage);
  cpSync("packaging/mcpb/manifest.json", join(stage, "manifest.json"));
  cpSync("dist", join(stage, "dist"), { recursive: true });
  const bundle = join(folder, "termgate.mcpb");
  run("the bundle packs", process.execPath, [mcpb, "pack", stage, bundle]);
  check("the bundle is a file of some size", existsSync(bundle) && statSync(bundle).size > 100_000);

  const claude = cached("@anthropic-ai/claude-code", "2.1.326");
  const program = join(claude, "..", `claude-code-${process.platform}-${process.arch}`, "claude");
  const home = {
    ...process.env,
    HOME: folder,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
  for (const path of ["packaging/claude-plugin", "."])
    run(`claude accepts ${path}`, program, ["plugin", "validate", path], home);

  const server = JSON.parse(readFileSync("server.json", "utf8"));
  check(
    "the registry entry has a reverse-domain name",
    /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(server.name),
  );
  check("its description fits the registry's 100 characters", server.description.length <= 100);
  const { name, version, mcpName } = JSON.parse(readFileSync("package.json", "utf8"));
  check(
    "it names the npm package that names it back",
    server.packages[0].identifier === name && mcpName === server.name,
  );
  check("it has the package's version", server.version === version && server.packages[0].version === version);

  const packed = spawnSync("npm", ["pack", "--dry-run", "--json"], { encoding: "utf8" });
  const files = JSON.parse(packed.stdout)[0].files.map(({ path }) => path);
  check(
    "the npm package holds the program, its licence and nothing of the tests",
    files.includes("dist/main.js") &&
      files.includes("LICENSE") &&
      !files.some((path) => path.startsWith("tests/") || path.startsWith("src/")),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(what, file, args, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: "utf8", env });
  check(what, status === 0, `${stdout ?? ""}${stderr ?? ""}${error ?? ""}`);
}

function check(what, holds, detail = "") {
  console.log(`${holds ? "ok" : "FAILED"}: ${what}${holds ? "" : `\n${detail}`}`);
  if (!holds) process.exitCode = 1;
}
