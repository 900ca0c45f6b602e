import { setTimeout as sleep } from "node:timers/promises";
import { ToolError } from "../errors.ts";
import type { Middleware } from "../tools/tool.ts";

const PAUSE_MS = 100;

/** Try a readonly tool once more when its failure was a passing one. Nothing that changes anything is ever repeated. */
export const retry: Middleware = async function retry(call, next) {
  try {
    return await next(call);
  } catch (error) {
    const passing = error instanceof ToolError && error.transient;
    if (!passing || call.tool.tier !== "readonly") throw error;
    await sleep(PAUSE_MS, undefined, { signal: call.context.signal });
    return next(call);
  }
};
