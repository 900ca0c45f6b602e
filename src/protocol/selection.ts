import { type Profile, type Tier, type Tool, within } from "../tools/tool.ts";

/** As much of a tool as decides whether and under which name a client sees it. */
export type Listable = Pick<Tool, "name" | "tier" | "profiles" | "alias" | "program">;

export interface Selection {
  readonly profile: Profile;
  /** Whether a program is installed. */
  installed(program: string): boolean;
}

export function inProfile({ profiles }: Listable, profile: Profile): boolean {
  return profile === "full" || (profiles?.includes(profile) ?? false);
}

/** A drop-in lists its tools under the names its users know. */
export function listedName({ name, alias }: Listable, profile: Profile): string {
  return alias?.profile === profile ? alias.name : name;
}

export function isListed(tool: Listable, tier: Tier, { profile, installed }: Selection): boolean {
  const present = tool.program === undefined || installed(tool.program);
  return inProfile(tool, profile) && within(tier, tool.tier) && present;
}
