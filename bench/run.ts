// `npm run bench [name…]`: every figure is a ratio of two things measured in the same run, on the same machine.
import { existsSync } from "node:fs";

const ALL = ["house", "judge", "shell", "tmux/engine", "tmux/tools", "agents"];
const asked = process.argv.slice(2);

for (const name of asked.length > 0 ? asked : ALL) {
  const file = new URL(`${name}.ts`, import.meta.url);
  if (!existsSync(file)) {
    console.error(`There is no benchmark "${name}". Benchmarks: ${ALL.join(", ")}.`);
    process.exitCode = 2;
    continue;
  }
  console.log(`\n== ${name} ==`);
  await import(file.href);
}
