/** Another client of the same tmux server, in a thread of its own: tells the longest it waited for an answer. */
import { parentPort, workerData } from "node:worker_threads";
import { Tmux, type TmuxOptions } from "../../src/tmux/tmux.ts";
import { within } from "../../src/tmux/within.ts";

const tmux = new Tmux(workerData as TmuxOptions);
const ask = () => tmux.server().read(["display-message -p x"], within(60_000));
let going = false;

async function onlook(): Promise<void> {
  let longest = 0;
  while (going) {
    const started = performance.now();
    await ask();
    longest = Math.max(longest, performance.now() - started);
    // Lets the word that ends it come in.
    await new Promise(setImmediate);
  }
  parentPort?.postMessage(longest);
}

parentPort?.on("message", (word: "begin" | "end" | "close") => {
  going = word === "begin";
  if (word === "begin") void onlook();
  if (word === "close") void tmux.close().then(() => parentPort?.close());
});

await ask();
parentPort?.postMessage(0);
