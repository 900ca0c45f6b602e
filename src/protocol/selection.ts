import type { Settings } from "../settings/table.ts";
import { type Profile, type Tier, type Tool, within } from "../tools/tool.ts";

/** As much of a tool as decides whether and under which name a client sees it. */
export type Listable = Pick<Tool, "name" | "tier" | "profiles" | "alias" | "program" | "defaults">;

export interface Selection {
  readonly profile: Profile;
  /** Whether a program is installed. */
  readonly installed: (program: string) => boolean;
}

export function inProfile({ profiles }: Listable, profile: Profile): boolean {
  return profile === "full" || (profiles?.includes(profile) ?? false);
}

/** A drop-in lists its tools under the names its users know. */
export function listedName({ name, alias }: Listable, profile: Profile): string {
  return alias?.profile === profile ? alias.name : name;
}

/** The tool as listed, with the defaults that follow from the settings. */
export function withDefaults<T extends { readonly inputSchema?: unknown }>(
  wire: T,
  { defaults = {} }: Listable,
  settings: Settings,
): T {
  const schema = wire.inputSchema as { readonly properties?: Readonly<Record<string, object>> } | undefined;
  const groups: Readonly<Record<string, Readonly<Record<string, unknown>>>> = settings;
  const told = Object.entries(defaults).map(([argument, path]) => {
    const [group = "", key = ""] = path.split(".");
    return [argument, { ...schema?.properties?.[argument], default: groups[group]?.[key] }] as const;
  });
  if (told.length === 0) return wire;
  return {
    ...wire,
    inputSchema: { ...schema, properties: { ...schema?.properties, ...Object.fromEntries(told) } },
  };
}

export function isListed(tool: Listable, tier: Tier, { profile, installed }: Selection): boolean {
  const present = tool.program === undefined || installed(tool.program);
  return inProfile(tool, profile) && within(tier, tool.tier) && present;
}
