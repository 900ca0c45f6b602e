import { ToolError } from "../errors.ts";
import { type Middleware, within } from "../tools/tool.ts";

/** The listing hides tools above the tier. This refuses one that is called all the same, and says what it would take. */
export const tier: Middleware = function tier(call, next) {
  const { tool } = call;
  if (within(call.tier, tool.tier)) return next(call);
  throw new ToolError(
    "TierDenied",
    `${tool.name} needs the tier ${tool.tier}; this connection has ${call.tier}.`,
    {
      suggestion: `A person can allow it by starting termgate with --safety ${tool.tier} (or TERMGATE_SAFETY).`,
    },
  );
};
