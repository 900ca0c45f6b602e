import type { Launch } from "./clients/client.ts";
import type { Io } from "./io.ts";

/** How a client should start what runs now, with the settings given as flags. */
export function launchOf(
  { program: { node, script } }: Io,
  flags: Readonly<Record<string, string | boolean>>,
): Launch {
  const settings = Object.entries(flags).map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${value}`,
  );
  // A copy in npx's cache may be cleared away any day; npx itself finds or fetches it again.
  if (script === "" || /[\\/]_npx[\\/]/.test(script))
    return { command: "npx", args: ["-y", "termgate", ...settings] };
  // Programs started from a desktop often have no PATH to find node by, so both are named in full.
  return { command: node, args: [script, ...settings] };
}
