import { ToolError } from "../errors.ts";
import { byRole, type Role, rolesOf } from "../tools/args.ts";
import type { Call, Middleware, Next, Reply, Tool } from "../tools/tool.ts";

/** What a call points at, by the roles of its arguments. */
interface Target {
  readonly socket: string | undefined;
  readonly pane: readonly string[];
  readonly window: string | undefined;
  readonly windowIndex: string | undefined;
  readonly session: string | undefined;
  readonly sessionName: string | undefined;
  /** True when the target goes away, so that being inside it counts; else only our very pane does. */
  readonly kills: boolean;
}

/** Says which of ours the target is, such as `the pane termgate runs in (%3)`, or nothing when it is none of ours. */
export type Ours = (target: Target) => Promise<string | undefined>;

/** Refuse to change the pane, window, session or server termgate runs in, whichever tool asks. */
export function selfGuard(ours: Ours): Middleware {
  return function selfGuard(call, next) {
    return isGuarded(call.tool) ? spare(call, next) : next(call);
  };

  async function spare(call: Call, next: Next): Promise<Reply> {
    const { tool, input } = call;
    const given = byRole(tool, input);
    const one = (role: Role) => given.find((arg) => arg.role === role)?.value as string | undefined;
    const hit = await ours({
      socket: one("socket"),
      pane: given.filter((arg) => arg.role === "pane").map((arg) => String(arg.value)),
      window: one("window"),
      windowIndex: one("window_index"),
      session: one("session"),
      sessionName: one("session_name"),
      kills: tool.tier === "destructive",
    });
    if (hit === undefined) return next(call);
    throw new ToolError(
      "SelfGuard",
      `${tool.name} would change ${hit}: the branch termgate itself sits on.`,
      {
        suggestion: "Choose another target; list_panes marks our own pane with is_caller.",
      },
    );
  }
}

function isGuarded(tool: Tool): boolean {
  if (tool.tier === "readonly") return false;
  const declared = new Set(rolesOf(tool).map(({ role }) => role));
  const touches = tool.tier === "destructive" || (declared.has("pane") && !tool.sparesTarget);
  return declared.has("socket") && touches;
}
