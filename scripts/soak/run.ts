// Runs random commands through run_command in every shell that is installed and checks each status and output.
//   npm run soak:run [how many, 10000] [seed] [first of the series]
import { soakRuns } from "../../tests/slow/tmux/soak.ts";

const [count = 10_000, seed = Date.now() % 1_000_000, first = 0] = process.argv.slice(2).map(Number);
const started = Date.now();
console.log(`Seed ${seed}, ${count} commands from number ${first} on.`);
const { shells, runs, bytes, wrong, left } = await soakRuns({
  count,
  seed,
  first,
  progress: (done) => {
    if (done % 500 === 0) console.log(`${done} …`);
  },
});
for (const problem of wrong) console.error(JSON.stringify(problem, undefined, 2));
for (const line of left) console.error(`Left on the server: ${line}`);
const kinds = Object.entries(runs).map(([kind, times]) => `${kind} ${times}`);
console.log(
  `${count} commands in ${shells.join(", ")} and ${Math.round((Date.now() - started) / 1_000)} s, ${(bytes / 1e6).toFixed(1)} MB of output: ${wrong.length} wrong, ${left.length} left behind.`,
);
console.log(kinds.join(", "));
process.exitCode = wrong.length + left.length === 0 ? 0 : 1;
