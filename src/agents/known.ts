import { ToolError } from "../errors.ts";
import { onPath } from "../os/on-path.ts";
import type { Provider } from "./provider.ts";
import { type ProviderName, providers } from "./providers/index.ts";

export { type ProviderName, providers };

/** Every program's name, in the order a default is chosen. */
export const PROVIDERS: readonly ProviderName[] = Object.keys(providers)
  .filter(isProvider)
  .toSorted((a, b) => providers[a].preference - providers[b].preference);

export function isProvider(name: unknown): name is ProviderName {
  return typeof name === "string" && Object.hasOwn(providers, name);
}

function installedProviders(path: string | undefined): ProviderName[] {
  return PROVIDERS.filter((name) => onPath(providers[name].binary, path) !== undefined);
}

/** The first program that is installed. */
export function installedProvider(path: string | undefined): ProviderName | undefined {
  return installedProviders(path)[0];
}

/** Where the program is. Asked before anything is written down or started. */
export function programOf({ binary, title, install }: Provider, path: string | undefined): string {
  const program = onPath(binary, path);
  if (program !== undefined) return program;
  const there = installedProviders(path);
  const others = there.length > 0 ? `Available now: ${there.join(", ")}.` : "No agent program is available.";
  throw new ToolError("ProviderUnavailable", `${title} is not available: ${binary} is not on PATH.`, {
    suggestion: `${others} To have ${title}: ${install ?? `install its program, ${binary}`}.`,
  });
}
