import type { Agents } from "../agents/agents.ts";
import type { Settings } from "../settings/table.ts";
import type { Args } from "./command.ts";
import { EXIT, Stop } from "./exit.ts";
import type { Io } from "./io.ts";
import { openSettings, openState } from "./open.ts";

export interface AgentsRoom extends AsyncDisposable {
  readonly agents: Agents;
  readonly settings: Settings;
}

/** The agents of this person's state folder, for one command. */
export async function openAgentsRoom(io: Io, args: Args): Promise<AgentsRoom> {
  const settings = await openSettings(io, args);
  const stateDir = openState(io, settings);
  const [{ Tmux }, { openAgents }, { createRedactor }, { secretKey }] = await Promise.all([
    import("../tmux/tmux.ts"),
    import("../agents/open.ts"),
    import("../redact/redactor.ts"),
    import("../store/secret-key.ts"),
  ]);
  const { socket, socketPath, tmuxBin, configFile } = settings.tmux;
  const { environment } = io;
  const tmux = new Tmux({
    tmuxBin,
    socketName: socket,
    socketPath,
    configFile,
    environment,
    cursorKey: secretKey(stateDir, "cursor.key"),
  });
  const redactor = createRedactor({ environment });
  const agents = openAgents({ settings, environment, stateDir, redact: (text) => redactor.text(text), tmux });
  return {
    agents,
    settings,
    async [Symbol.asyncDispose]() {
      await agents.close();
      await tmux.close();
    },
  };
}

/** The agent a person means by an id or the beginning of one. */
export function agentNamed(agents: Agents, id: string | undefined): string {
  if (id === undefined)
    throw new Stop(EXIT.usage, "Say which agent.", "`termgate agents` lists them with their ids.");
  const fits = agents.ids().filter((one) => one.startsWith(id));
  const [only, ...others] = fits;
  if (only === undefined)
    throw new Stop(EXIT.failed, "There is no agent with that id.", "`termgate agents --all` lists them.");
  if (others.length > 0)
    throw new Stop(EXIT.usage, "More than one agent's id begins so.", "Give more of it.");
  return only;
}
