import { onPath } from "../os/on-path.ts";
import { run } from "../os/process.ts";
import { PROVIDERS, type ProviderName, providers } from "./known.ts";

export interface Drift {
  readonly provider: ProviderName;
  readonly installed: string | null;
  readonly recorded: readonly string[];
  /** `newer`: its screens may have changed since they were recorded. */
  readonly verdict: "absent" | "recorded" | "older" | "newer" | "unknown";
}

/** Tells for each installed program whether its release is one whose screens were recorded. */
export async function drift(environment: Readonly<Record<string, string | undefined>>): Promise<Drift[]> {
  return Promise.all(
    PROVIDERS.map(async (name): Promise<Drift> => {
      const { binary, tested } = providers[name];
      const program = onPath(binary, environment["PATH"]);
      if (program === undefined)
        return { provider: name, installed: null, recorded: tested, verdict: "absent" };
      const said = await run(program, ["--version"], { timeoutMs: 20_000 }).catch(() => undefined);
      const installed = /\d+\.\d+\.\d+/.exec(said?.stdout ?? "")?.[0] ?? null;
      return { provider: name, installed, recorded: tested, verdict: verdictOn(installed, tested) };
    }),
  );
}

export function verdictOn(installed: string | null, recorded: readonly string[]): Drift["verdict"] {
  if (installed === null) return "unknown";
  if (recorded.includes(installed)) return "recorded";
  const newest = recorded.toSorted(byVersion).at(-1) ?? "0.0.0";
  return byVersion(installed, newest) > 0 ? "newer" : "older";
}

function byVersion(a: string, b: string): number {
  const [left, right] = [a.split(".").map(Number), b.split(".").map(Number)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
