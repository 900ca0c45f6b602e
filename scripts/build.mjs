// Bundles src/main.ts into dist/: few files to read means a fast start. What only some commands need stays in chunks
// of its own and is read when it is used.
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

// Built aside and moved into place, so that a build that fails leaves the last good one standing.
const aside = `.cache/dist-${process.pid}`;
mkdirSync(aside, { recursive: true });
try {
  const bundle = await rolldown({
    input: { main: "src/main.ts" },
    platform: "node",
    external: [/^node:/],
    treeshake: true,
    logLevel: "warn",
  });
  await bundle.write({
    dir: aside,
    format: "esm",
    sourcemap: true,
    minify: "dce-only",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  });
  await bundle.close();

  // What tools/list says, so that the first answer need not wait for the tools themselves.
  const { describe } = await import("../src/protocol/describe.ts");
  const { tools } = await import("../src/tools/index.ts");
  const described = tools.map((tool) => {
    const { name, tier, profiles, program, alias, defaults } = tool;
    const known = alias && { name: alias.name, profile: alias.profile };
    return { name, tier, profiles, program, defaults, alias: known, wire: describe(tool, "brief") };
  });
  // The one thing of a dependency that is not code and so is in no bundle.
  copyFileSync("node_modules/@resvg/resvg-wasm/index_bg.wasm", `${aside}/resvg.wasm`);
  writeFileSync(`${aside}/tools.json`, JSON.stringify(described));
  rmSync("dist", { recursive: true, force: true });
  renameSync(aside, "dist");
} finally {
  rmSync(aside, { recursive: true, force: true });
}
