import { join } from "node:path";
import type { Agents } from "./agents/agents.ts";
import { createGuard } from "./guard.ts";
import { type House, lazy } from "./house.ts";
import { readArguments } from "./middleware/arguments.ts";
import { audit, eventRecord } from "./middleware/audit.ts";
import { compose } from "./middleware/compose.ts";
import { errors } from "./middleware/errors.ts";
import { limit } from "./middleware/limit.ts";
import { lock } from "./middleware/lock.ts";
import { retry } from "./middleware/retry.ts";
import { selfGuard } from "./middleware/self-guard.ts";
import { tier } from "./middleware/tier.ts";
import { prompts } from "./prompts/index.ts";
import { onPath } from "./os/on-path.ts";
import { watchPath } from "./os/watch-path.ts";
import { createChanges } from "./protocol/changes.ts";
import { greeting } from "./protocol/greeting.ts";
import { lookupIn } from "./protocol/lookup.ts";
import { mcpFactory } from "./protocol/mcp.ts";
import type { Offer } from "./protocol/offer.ts";
import { createSurface } from "./protocol/surface.ts";
import { sensitiveNames } from "./redact/secrets.ts";
import { resources } from "./resources/index.ts";
import type { Settings } from "./settings/table.ts";
import { levelOf } from "./shell/event.ts";
import { AuditLog } from "./store/audit-log.ts";
import { secretKey } from "./store/secret-key.ts";
import { oursIn } from "./tmux/ours.ts";
import { run } from "./tools/run.ts";
import { tools as allTools } from "./tools/index.ts";
import type { Next, Tool } from "./tools/tool.ts";
import { typedLines } from "./tools/typed-lines.ts";

export interface Building {
  readonly settings: Settings;
  readonly environment: House["environment"];
  readonly stateDir: string;
  readonly home: string;
  /** What is on offer; left out, everything there is. */
  readonly tools?: readonly Tool[];
  /** The fixtures of the conformance suite; left out by every user. */
  readonly extend?: Offer["extend"];
  readonly log: (level: "warning" | "error", message: string) => void;
}

/** Builds every room and the pipeline. One factory comes out, whichever door it stands behind. */
export function build({ settings, environment, stateDir, home, tools = allTools, log, extend }: Building) {
  const tmux = lazy(async () => {
    const { Tmux } = await import("./tmux/tmux.ts");
    const { socket, socketPath, tmuxBin, configFile } = settings.tmux;
    const cursorKey = secretKey(stateDir, "cursor.key");
    return new Tmux({ tmuxBin, socketName: socket, socketPath, configFile, environment, cursorKey });
  });
  const auditLog = new AuditLog(join(stateDir, "audit"), settings.house.auditMaxBytes);
  const guard = createGuard({
    settings,
    environment,
    home,
    stateDir,
    cwd: process.cwd(),
    events: (event, call) => {
      auditLog.append(eventRecord(event, call));
      call?.context.log(levelOf(event), "safeshell-pipeline", event);
    },
    tracker: typedLines(),
  });
  const redact = guard.redactor.rows;
  const agents = lazy(async () => {
    const { openAgents } = await import("./agents/open.ts");
    return openAgents({ settings, environment, stateDir, redact, tmux: await tmux() });
  });
  const house: House = {
    settings,
    environment,
    stateDir,
    redact,
    isSecretName: sensitiveNames(settings.shell.redactEnvPatterns),
    tmux,
    agents,
    shell: guard.shell,
  };

  const ours = oursIn(tmux, environment, settings.tmux.timeoutSeconds * 1_000);

  /** What happens to every call, outermost first. The order is a decision: ARCHITECTURE.md says why. */
  const handle: Next = compose(
    [
      limit(settings.house.responseLimit),
      errors((message) => log("error", message)),
      audit(auditLog, guard.redactor.text),
      retry,
      tier,
      readArguments(),
      ...(settings.house.selfGuard ? [selfGuard(ours)] : []),
      guard.approve,
      lock(),
      guard.redact,
    ],
    run,
  );

  const { profile, outputSchemas } = settings.house;
  const installed = (program: string) => onPath(program, environment["PATH"]) !== undefined;
  const lookup = lookupIn(resources);
  const changes = createChanges(lookup, house);
  const programs = [...new Set(tools.flatMap(({ program }) => program ?? []))];
  const endWatch = watchPath(programs, environment["PATH"], () =>
    changes.bus.publish({ kind: "tools_list_changed" }),
  );
  const offer: Offer = {
    ...greeting(settings, environment),
    house,
    surface: createSurface(tools, { profile, outputSchemas, installed, settings }),
    prompts,
    resources,
    lookup,
    changes,
    handle,
    ...(extend && { extend }),
  };
  return {
    offer,
    factory: mcpFactory(offer),
    changes,
    /** `patience` is told how long it will take when that is longer than usual. */
    async close(patience?: (ms: number) => void): Promise<void> {
      endWatch();
      await Promise.all([guard.close(), closed(agents.built(), patience)]);
      await (await tmux.built())?.close();
      auditLog.close();
    },
  };
}

/** A room that could not be opened needs no closing. */
async function closed(agents: Promise<Agents> | undefined, patience?: (ms: number) => void): Promise<void> {
  const room = await agents?.catch(() => undefined);
  await room?.close(patience);
}
