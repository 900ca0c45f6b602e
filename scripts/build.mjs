// Bundles src/main.ts into dist/: few files to read means a fast start. What only some commands need stays in chunks
// of its own and is read when it is used.
import { rmSync } from "node:fs";
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
