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

interface Wire {
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** The tool as listed here: under its name in this profile, with the defaults in force. */
export function listing<T extends Wire>(wire: T, tool: Listable, settings: Settings): T & { name: string } {
  const { profile } = settings.house;
  const named = { ...withDefaults(wire, tool, settings), name: listedName(tool, profile) };
  return profile === "libtmux" ? asFastMcp(named, tool) : named;
}

function withDefaults<T extends Wire>(wire: T, { defaults }: Listable, settings: Settings): T {
  if (!defaults) return wire;
  const schema = wire.inputSchema as { readonly properties?: Readonly<Record<string, object>> } | undefined;
  const groups: Readonly<Record<string, Readonly<Record<string, unknown>>>> = settings;
  const told = Object.entries(defaults).map(([argument, path]) => {
    const [group = "", key = ""] = path.split(".");
    return [argument, { ...schema?.properties?.[argument], default: groups[group]?.[key] }] as const;
  });
  const properties = { ...schema?.properties, ...Object.fromEntries(told) };
  return { ...wire, inputSchema: { ...schema, properties } };
}

/** Clients of the server we stand in for look for the tier here, and unwrap a result that is marked so. */
function asFastMcp<T extends Wire>(wire: T, { tier }: Listable): T {
  const schema = wire.outputSchema as { readonly properties?: object } | undefined;
  const wrapped = Object.keys(schema?.properties ?? {}).join() === "result";
  return {
    ...wire,
    ...(wrapped && { outputSchema: { ...schema, "x-fastmcp-wrap-result": true } }),
    _meta: { ...wire._meta, fastmcp: { tags: [tier] } },
  };
}

export function isListed(tool: Listable, tier: Tier, { profile, installed }: Selection): boolean {
  const { program } = tool;
  const present = program === undefined || [program].flat().some(installed);
  return inProfile(tool, profile) && within(tier, tool.tier) && present;
}
