// `npm run bench [name…]`: every figure is a ratio of two things measured in the same run, on the same machine.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ALL = ["house", "judge", "shell", "tmux/engine", "tmux/shells", "tmux/tools", "agents"];
const asked = process.argv.slice(2);

for (const name of asked.length > 0 ? asked : ALL) {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  if (!existsSync(file)) {
    console.error(`There is no benchmark "${name}". Benchmarks: ${ALL.join(", ")}.`);
    process.exitCode = 2;
    continue;
  }
  console.log(`\n== ${name} ==`);
  const { status } = spawnSync(process.execPath, [file], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
