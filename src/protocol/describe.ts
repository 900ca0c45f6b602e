import type { Tool as Listed } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Hints, Tier, Tool } from "../tools/tool.ts";

export type SchemaDetail = "brief" | "full" | "none";

/** What a tier says about a tool, unless the tool says otherwise. */
const HINTS: Record<Tier, Hints> = {
  readonly: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  mutating: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  destructive: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};

/** A tool as `tools/list` shows it. The docs and the contract snapshots are made from this same value. */
export function describe(tool: Tool, detail: SchemaDetail): Listed {
  const { name, title, tier, description, input, output, hints, meta } = tool;
  return {
    name,
    title,
    description: description.trim().replace(/\s*\n\s*/g, "\n"),
    inputSchema: { type: "object", ...jsonSchema(input), additionalProperties: false },
    ...(detail !== "none" && { outputSchema: outputSchema(output, detail) }),
    annotations: { ...HINTS[tier], ...hints },
    ...(meta && { _meta: meta }),
  };
}

type JsonObject = NonNullable<Listed["inputSchema"]["properties"]>;

interface ObjectSchema {
  readonly properties: JsonObject;
  readonly required?: string[];
}

function outputSchema(shape: Tool["output"], detail: SchemaDetail): Listed["inputSchema"] {
  const { properties, required = [] } = jsonSchema(shape, "output");
  if (detail === "full") return { type: "object", properties, required };
  // Clients check results against this but rarely show it to a model: the promised fields and their types are enough.
  const promised = required.map((name) => [name, brief(properties[name])] as const);
  return { type: "object", properties: Object.fromEntries(promised), required };
}

function brief(schema: unknown): { type?: string } {
  const type = (schema as { type?: unknown } | undefined)?.type;
  return typeof type === "string" ? { type } : {};
}

function jsonSchema(shape: Tool["input"], io: "input" | "output" = "input"): ObjectSchema {
  // Zod types its own output loosely; an object schema always has these two fields.
  const { properties, required } = z.toJSONSchema(z.object(shape), {
    io,
    override: tidy,
  }) as Partial<ObjectSchema>;
  return { properties: properties ?? {}, ...(required?.length && { required }) };
}

/** Bounds that only say "a safe integer" are noise to a model, and so are the closing words of a plain object. */
function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.propertyNames) delete jsonSchema.propertyNames;
}
