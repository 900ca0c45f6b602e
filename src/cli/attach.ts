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
  const [here] = (io.environment["TMUX"] ?? "").split(",");
  const verb = here === place.socketPath ? "switch-client" : "attach-session";
  const tmux = ["tmux", "-u", "-S", place.socketPath, verb, "-t", target];
  // From inside another server tmux refuses to attach, unless it does not know where it is.
  const words = here && here !== place.socketPath ? ["env", "-u", "TMUX", ...tmux] : tmux;
  if (!io.stdin.isTTY || !io.stdout.isTTY) {
    print(io, words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`)).join(" "));
    return EXIT.ok;
  }
  const [program = "", ...rest] = words;
  const [code] = await once(start(program, rest, { stdio: "inherit" }), "exit");
  return code === 0 ? EXIT.ok : EXIT.failed;
}
