#!/usr/bin/env node
// This file must parse and link on any Node since 18, so that an old one can say what is missing: no static import of
// anything newer, and everything else behind the check.
import module from "node:module";
import path from "node:path";

const FLOOR = [22, 13] as const;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < FLOOR[0] || (major === FLOOR[0] && minor < FLOOR[1])) {
  process.stderr.write(
    `termgate needs Node ${FLOOR.join(".")} or newer and this is ${process.versions.node}. ` +
      "With a newer one just for it: npx -y -p node@24 -p termgate termgate\n",
  );
  process.exitCode = 3;
} else {
  const cache =
    process.env["XDG_CACHE_HOME"] || (process.env["HOME"] && path.join(process.env["HOME"], ".cache"));
  // Node's own default lies in the shared temporary folder; compiled code belongs where only its owner writes.
  if (cache && path.isAbsolute(cache)) module.enableCompileCache(path.join(cache, "termgate"));
  const { main } = await import("./cli/environment.ts");
  await main();
}
