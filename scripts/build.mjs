// Bundles src/main.ts into dist/: few files to read means a fast start. What only some commands need stays in chunks
// of its own and is read when it is used.
import { rmSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

rmSync("dist", { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: "src/main.ts" },
  platform: "node",
  external: [/^node:/],
  treeshake: true,
  logLevel: "warn",
});
await bundle.write({
  dir: "dist",
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
  const { name, tier, profiles, program, alias } = tool;
  return {
    name,
    tier,
    profiles,
    program,
    alias: alias && { name: alias.name, profile: alias.profile },
    wire: describe(tool, "brief"),
  };
});
writeFileSync("dist/tools.json", JSON.stringify(described));
