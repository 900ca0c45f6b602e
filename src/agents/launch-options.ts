import { readFileSync } from "node:fs";
import { ToolError } from "../errors.ts";
import { fields } from "./channel/json-lines.ts";
import type { LaunchOption } from "./provider.ts";

/** Arguments more than one program has, each under its own flag. */
export const modelOption = (flag: string): LaunchOption => ({
  doc: "Raw model name; leave unset unless the user asked for one.",
  words: (name) => [flag, name],
});

export const effortOption = (words: LaunchOption["words"]): LaunchOption => ({
  values: ["low", "medium", "high", "xhigh", "max"],
  words,
});

/** An object a caller gave as JSON, or as the path of a file with it. */
export function jsonArgument(name: string, value: string | undefined): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  try {
    const text = value.trimStart().startsWith("{") ? value : readFileSync(value, "utf8");
    return fields(JSON.parse(text));
  } catch {
    throw new ToolError(
      "InvalidArgument",
      `\`${name}\` is neither a JSON object nor a readable file with one.`,
      { suggestion: "Pass a JSON object as text, or the path of a file." },
    );
  }
}
