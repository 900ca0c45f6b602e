import { onPath } from "../os/on-path.ts";
import { type ProviderName, providers } from "./providers/index.ts";

export { type ProviderName, providers };

/** Every program's name, in the order a default is chosen. */
export const PROVIDERS: readonly ProviderName[] = Object.keys(providers)
  .filter(isProvider)
  .toSorted((a, b) => providers[a].preference - providers[b].preference);

export function isProvider(name: unknown): name is ProviderName {
  return typeof name === "string" && Object.hasOwn(providers, name);
}

/** The first program that is installed. */
export function installedProvider(path: string | undefined): ProviderName | undefined {
  return PROVIDERS.find((name) => onPath(providers[name].binary, path) !== undefined);
}
