import { ToolError } from "../errors.ts";
import type { Call, Middleware, Next, Reply } from "../tools/tool.ts";

/** One call per key at a time, for the tools that name a key. The second caller is told at once who is in the way. */
export function lock(): Middleware {
  const held = new Map<string, { tool: string; since: number }>();

  return function lock(call, next) {
    const key = call.tool.lock?.(call.input);
    return key === undefined ? next(call) : alone(key, call, next);
  };

  async function alone(key: string, call: Call, next: Next): Promise<Reply> {
    const holder = held.get(key);
    if (holder) {
      const seconds = Math.round((Date.now() - holder.since) / 1000);
      throw new ToolError("Busy", `${holder.tool} has been at work on ${key} for ${seconds} s.`, {
        suggestion: "Wait for it to end, or work somewhere else meanwhile.",
      });
    }
    held.set(key, { tool: call.tool.name, since: Date.now() });
    try {
      return await next(call);
    } finally {
      held.delete(key);
    }
  }
}
