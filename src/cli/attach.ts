import { once } from "node:events";
import type { Agents } from "../agents/agents.ts";
import { start } from "../os/process.ts";
import { EXIT, Stop } from "./exit.ts";
import { type Io, print } from "./io.ts";

/** Sits the person down at an agent's terminal; where there is no terminal to sit at, says how. */
export async function attach(io: Io, agents: Agents, id: string): Promise<number> {
  const place = await agents.place(id);
  if (!place) throw new Stop(EXIT.failed, "That agent is not running.", "`termgate agents` shows which are.");
  const target = `=${place.sessionName}:`;
  const inside = Boolean(io.environment["TMUX"]);
  const words = ["-u", "-S", place.socketPath, inside ? "switch-client" : "attach-session", "-t", target];
  if (!io.stdin.isTTY || !io.stdout.isTTY) {
    print(io, `tmux ${words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`)).join(" ")}`);
    return EXIT.ok;
  }
  const [code] = await once(start("tmux", words, { stdio: "inherit" }), "exit");
  return code === 0 ? EXIT.ok : EXIT.failed;
}
