import { onPath } from "../src/os/on-path.ts";

/** The shells a test can use here. CI installs all of them and has no excuse. */
export function installed<S extends string>(shells: readonly S[]): S[] {
  if (process.env["CI"]) return [...shells];
  return shells.filter((shell) => onPath(shell, process.env["PATH"]) !== undefined);
}
