import type { Call, Content, Reply, Tool } from "./tool.ts";

/** The end of the walk: the tool itself, and its answer in the two forms a client may read. */
export async function run({ tool, input, context }: Call): Promise<Reply> {
  const output = await tool.run(input, context);
  const isError = tool.failed?.(output) ?? false;
  return { output, content: rendered(tool, output, input), isError };
}

type Values = Readonly<Record<string, unknown>>;

function rendered(tool: Tool, output: Values, input: Values): readonly Content[] {
  const text = tool.render ? tool.render(output, input) : plain(output);
  return typeof text === "string" ? [{ type: "text", text }] : text;
}

/** An answer as text, where the tool has no words of its own. One whose only field is `result` means that field alone. */
export function plain(output: Values): string {
  const keys = Object.keys(output);
  const value = keys.length === 1 && keys[0] === "result" ? output["result"] : output;
  return typeof value === "string" ? value : JSON.stringify(value);
}
