import { describe } from "../../src/protocol/describe.ts";
import { tools } from "../../src/tools/index.ts";
import { PROFILES, TIERS, type Tool } from "../../src/tools/tool.ts";

/** docs/tools.md: what a client is told, for people. */
export function toolsDoc(): string {
  const counts = TIERS.map((tier) => `${tools.filter((tool) => tool.tier === tier).length} ${tier}`).join(
    ", ",
  );
  return [
    "# Tools",
    "",
    `${tools.length} tools: ${counts}. Every one has a tier; \`TERMGATE_SAFETY\` says how high a client may reach.`,
    `A profile (\`${PROFILES.join("`, `")}\`) says which are listed; \`full\` lists all.`,
    "",
    ...TIERS.flatMap((tier) => [
      `## ${tier[0]?.toUpperCase()}${tier.slice(1)}`,
      "",
      ...tools.filter((tool) => tool.tier === tier).flatMap(section),
    ]),
  ].join("\n");
}

function section(tool: Tool): string[] {
  const { description, inputSchema, annotations } = describe(tool, "none");
  const hints = [
    annotations?.destructiveHint && tool.tier !== "destructive" ? "can destroy" : "",
    annotations?.openWorldHint ? "reaches beyond tmux" : "",
    annotations?.idempotentHint && tool.tier !== "readonly" ? "safe to repeat" : "",
  ].filter(Boolean);
  const profiles = (tool.profiles ?? []).map((profile) => `\`${profile}\``).join(", ");
  return [
    `### ${tool.name}`,
    "",
    (description ?? "").replaceAll("\n", " "),
    "",
    ...(hints.length > 0 ? [`${hints.join(" · ")}`, ""] : []),
    ...(profiles ? [`Profiles: ${profiles}`, ""] : []),
    ...(tool.alias ? [`Also answers to \`${tool.alias.name}\`.`, ""] : []),
    ...argumentTable(inputSchema.properties ?? {}, inputSchema.required ?? []),
  ];
}

interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Property[];
}

function argumentTable(properties: Readonly<Record<string, unknown>>, required: readonly string[]): string[] {
  const rows = Object.entries(properties).map(([name, raw]) => {
    const property = raw as Property;
    const standard = property.default === undefined ? "" : `\`${JSON.stringify(property.default)}\``;
    const need = required.includes(name) ? "**required**" : standard;
    return `| \`${name}\` | ${typeOf(property)} | ${need} | ${(property.description ?? "").replaceAll("|", "\\|")} |`;
  });
  return rows.length === 0
    ? ["No arguments.", ""]
    : ["| argument | type | default | |", "|---|---|---|---|", ...rows, ""];
}

function typeOf({ type, enum: values, anyOf }: Property): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(" ");
  return type ?? anyOf?.map(typeOf).join(" or ") ?? "any";
}
