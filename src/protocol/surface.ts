import type { Tool as Listed } from "@modelcontextprotocol/server";
import type { Settings } from "../settings/table.ts";
import type { Tier, Tool } from "../tools/tool.ts";
import { describe, type SchemaDetail } from "./describe.ts";
import { inProfile, isListed, listedName, type Selection, listing } from "./selection.ts";

/** The tools one server offers, under the names its profile gives them. */
export interface Surface {
  list(tier: Tier): readonly Listed[];
  find(name: string, args: Readonly<Record<string, unknown>>): Tool | undefined;
  readonly names: readonly string[];
}

interface Options extends Selection {
  readonly outputSchemas: SchemaDetail;
  /** Where defaults that follow from settings are taken from. */
  readonly settings?: Settings;
}

export function createSurface(tools: readonly Tool[], options: Options): Surface {
  const { profile, outputSchemas, settings } = options;
  const listed = tools.filter((tool) => inProfile(tool, profile));
  // A drop-in answers to exactly the names it lists first; every other name still works when called.
  const byName = new Map([
    ...tools.map((tool) => [tool.name, tool] as const),
    ...listed.map((tool) => [listedName(tool, profile), tool] as const),
  ]);
  const aliases = Map.groupBy(
    tools.filter((tool) => tool.alias),
    (tool) => tool.alias?.name ?? "",
  );
  const wires = new Map<Tool, Listed>();
  const wire = (tool: Tool) => {
    const known = wires.get(tool);
    if (known) return known;
    const plain = describe(tool, outputSchemas);
    const value = settings ? listing(plain, tool, settings) : { ...plain, name: listedName(tool, profile) };
    wires.set(tool, value);
    return value;
  };

  return {
    names: listed.map((tool) => listedName(tool, profile)),
    list: (tier) => listed.filter((tool) => isListed(tool, tier, options)).map(wire),
    find(name, args) {
      const claimed = aliases.get(name)?.find(({ alias }) => alias?.when?.(args));
      return claimed ?? byName.get(name) ?? aliases.get(name)?.[0];
    },
  };
}
