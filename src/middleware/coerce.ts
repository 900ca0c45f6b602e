import type { z } from "zod";
import { refusesNull } from "../tools/args.ts";

type Shape = Readonly<Record<string, z.ZodType>>;
type Args = Readonly<Record<string, unknown>>;

/**
 * Models write `"2"` for 2, `"yes"` for true, JSON text for an object and null for "not given". Each is read where the
 * tool wants the other type and nothing could be lost; anything less clear is left for the schema to refuse.
 */
export function coerce(shape: Shape, args: Args): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const schema = shape[name];
    if (!schema) read[name] = value;
    else if (value !== null || acceptsNull(schema) || refusesNull(schema))
      read[name] = convert(innermost(schema), value);
  }
  return read;
}

function convert(schema: z.core.$ZodType, value: unknown): unknown {
  switch (schema._zod.def.type) {
    case "number":
      return typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
    case "boolean":
      return typeof value === "string" || typeof value === "number"
        ? (WORDS.get(String(value).toLowerCase()) ?? value)
        : value;
    case "record":
      return typeof value === "string" ? object(value) : value;
    default:
      return value;
  }
}

const WORDS = new Map<string, boolean>([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);

/** An empty text stands for "not given"; text that is no JSON object stays text, and is refused by the schema. */
function object(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}

interface Wrapper {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = schema._zod.def as Wrapper;
  return innerType ? innermost(innerType) : schema;
}

function acceptsNull(schema: z.core.$ZodType): boolean {
  const { type, innerType } = schema._zod.def as Wrapper;
  return (
    type === "nullable" || type === "null" || type === "any" || (innerType ? acceptsNull(innerType) : false)
  );
}
