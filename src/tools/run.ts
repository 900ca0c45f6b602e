import type { Call, Content, Reply } from "./tool.ts";

/** The end of the walk: the tool itself, and its answer in the words it has for it. */
export async function run({ tool, input, context }: Call): Promise<Reply> {
  const output = await tool.run(input, context);
  const isError = tool.failed?.(output) ?? false;
  const said = tool.render?.(output, input);
  const content = typeof said === "string" ? [{ type: "text", text: said } as const] : said;
  const beside = tool.beside?.(output);
  return { output, ...(content && { content }), ...(beside && { beside }), isError };
}

/** What a model reads: the words of the tool, or its output as text. */
export function contentOf({ beside, content, output = {} }: Reply): readonly Content[] {
  const words = content ?? [{ type: "text", text: plain(output) } as const];
  return beside ? [beside, ...words] : words;
}

/** An answer whose only field is `result` means that field alone. */
function plain(output: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(output);
  const value = keys.length === 1 && keys[0] === "result" ? output["result"] : output;
  return typeof value === "string" ? value : JSON.stringify(value);
}
