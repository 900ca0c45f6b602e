import { join } from "node:path";
import type { House } from "./house.ts";
import { readArguments } from "./middleware/arguments.ts";
import { audit } from "./middleware/audit.ts";
import { compose } from "./middleware/compose.ts";
import { errors } from "./middleware/errors.ts";
import { limit } from "./middleware/limit.ts";
import { lock } from "./middleware/lock.ts";
import { retry } from "./middleware/retry.ts";
import { tier } from "./middleware/tier.ts";
import { prompts } from "./prompts/index.ts";
import { instructions } from "./protocol/instructions.ts";
import { mcpFactory } from "./protocol/mcp.ts";
import type { Offer } from "./protocol/offer.ts";
import { createSurface } from "./protocol/surface.ts";
import { resources } from "./resources/index.ts";
import type { Settings } from "./settings/table.ts";
import { AuditLog } from "./store/audit-log.ts";
import { run } from "./tools/run.ts";
import { tools as allTools } from "./tools/index.ts";
import type { Next, Profile, Tool } from "./tools/tool.ts";
import { VERSION } from "./version.ts";

export interface Building {
  readonly settings: Settings;
  readonly environment: House["environment"];
  readonly stateDir: string;
  readonly home: string;
  /** What is on offer; left out, everything there is. */
  readonly tools?: readonly Tool[];
  log(level: "warning" | "error", message: string): void;
}

/** A drop-in introduces itself by the name its users know. */
const NAMES: Record<Profile, string> = {
  full: "termgate",
  core: "termgate",
  libtmux: "tmux",
  safeshell: "safeshell-mcp",
  botctl: "botctl",
};

/** Builds every room and the pipeline. One factory comes out, whichever door it stands behind. */
export function build({ settings, environment, stateDir, tools = allTools, log }: Building) {
  const house: House = { settings, environment, stateDir };
  const auditLog = new AuditLog(join(stateDir, "audit"), settings.house.auditMaxBytes);

  /** What happens to every call, outermost first. The order is a decision: ARCHITECTURE.md says why. */
  const handle: Next = compose(
    [
      limit(settings.house.responseLimit),
      errors((message) => log("error", message)),
      audit(auditLog),
      retry,
      tier,
      readArguments(),
      lock(),
    ],
    run,
  );

  const { profile, outputSchemas } = settings.house;
  const offer: Offer = {
    identity: { name: NAMES[profile], title: "termgate", version: VERSION },
    instructions: instructions(settings, { pane: environment["TMUX_PANE"], socket: undefined }),
    house,
    surface: createSurface(tools, house, { profile, outputSchemas }),
    prompts,
    resources,
    handle,
  };
  return {
    offer,
    factory: mcpFactory(offer),
    async close(): Promise<void> {
      auditLog.close();
    },
  };
}
