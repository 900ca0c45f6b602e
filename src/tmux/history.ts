import { ToolError } from "../errors.ts";
import type { Variables } from "./sessions.ts";

const QUIET: Variables = { HISTFILE: "", fish_history: "", fish_private_mode: "1" };

/** The environment of a new program that keeps no persistent shell history. */
export function withoutHistory(environment: Variables = {}): Variables {
  for (const [name, value] of Object.entries(QUIET)) {
    if (environment[name] === undefined || environment[name] === value) continue;
    throw new ToolError(
      "ExpectedToolError",
      `The environment sets ${name}, which suppress_persistent_history must set itself.`,
      {
        suggestion: `Leave ${name} out, or turn suppress_persistent_history off.`,
      },
    );
  }
  const control = (environment.HISTCONTROL ?? "").split(":").filter(Boolean);
  const ignores = control.includes("ignorespace") || control.includes("ignoreboth");
  return {
    ...environment,
    ...QUIET,
    HISTCONTROL: (ignores ? control : [...control, "ignorespace"]).join(":"),
  };
}
