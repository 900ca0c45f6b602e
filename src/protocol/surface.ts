import type { Tool as Listed } from "@modelcontextprotocol/server";
import type { House } from "../house.ts";
import { type Profile, type Tier, type Tool, within } from "../tools/tool.ts";
import { describe, type SchemaDetail } from "./describe.ts";

/** The tools one server offers, under the names its profile gives them. */
export interface Surface {
  list(tier: Tier): readonly Listed[];
  find(name: string, args: Readonly<Record<string, unknown>>): Tool | undefined;
  readonly names: readonly string[];
}

interface Options {
  readonly profile: Profile;
  readonly outputSchemas: SchemaDetail;
}

export function createSurface(
  tools: readonly Tool[],
  house: House,
  { profile, outputSchemas }: Options,
): Surface {
  const listed = tools.filter((tool) => profile === "full" || tool.profiles?.includes(profile));
  const nameOf = ({ name, alias }: Tool) => (alias?.profile === profile ? alias.name : name);
  // A drop-in answers to exactly the names it lists first; every other name still works when called.
  const byName = new Map([
    ...tools.map((tool) => [tool.name, tool] as const),
    ...listed.map((tool) => [nameOf(tool), tool] as const),
  ]);
  const aliases = Map.groupBy(
    tools.filter((tool) => tool.alias),
    (tool) => tool.alias?.name ?? "",
  );
  const wires = new Map<Tool, Listed>();
  const wire = (tool: Tool) => {
    let value = wires.get(tool);
    if (!value) wires.set(tool, (value = { ...describe(tool, outputSchemas), name: nameOf(tool) }));
    return value;
  };

  return {
    names: listed.map(nameOf),
    list: (tier) =>
      listed.filter((tool) => within(tier, tool.tier) && (tool.available?.(house) ?? true)).map(wire),
    find(name, args) {
      const claimed = aliases.get(name)?.find(({ alias }) => alias?.when?.(args));
      return claimed ?? byName.get(name) ?? aliases.get(name)?.[0];
    },
  };
}
