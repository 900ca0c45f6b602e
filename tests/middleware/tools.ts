import { z } from "zod";
import { ToolError } from "../../src/errors.ts";
import { as } from "../../src/tools/args.ts";
import { defineTool, type Tool } from "../../src/tools/tool.ts";

/** Small tools that do one thing a layer has something to say about. */
export function toolsFor(record: { ran: number }): Tool[] {
  const base = { description: "A tool of a test.", output: { result: z.string() } };
  return [
    defineTool({
      ...base,
      name: "read",
      title: "Read",
      tier: "readonly",
      input: {},
      run: async () => ({ result: "read" }),
    }),
    defineTool({
      ...base,
      name: "change",
      title: "Change",
      tier: "mutating",
      input: {
        text: as("payload", z.string()).optional(),
        count: z.int().min(1).optional(),
        force: z.boolean().optional(),
      },
      async run({ count, force }) {
        record.ran++;
        return { result: `changed ${count ?? ""} ${force ?? ""}`.trim() };
      },
    }),
    defineTool({
      ...base,
      name: "destroy",
      title: "Destroy",
      tier: "destructive",
      input: {},
      run: async () => ({ result: "gone" }),
    }),
    defineTool({
      ...base,
      name: "flaky_read",
      title: "Flaky",
      tier: "readonly",
      input: { transient: z.boolean() },
      async run({ transient }) {
        record.ran++;
        if (record.ran === 1) throw new ToolError("Passing", "Not this time.", { transient });
        return { result: "ok" };
      },
    }),
    defineTool({
      ...base,
      name: "flaky_change",
      title: "Flaky change",
      tier: "mutating",
      input: {},
      async run(): Promise<{ result: string }> {
        record.ran++;
        throw new ToolError("Passing", "Not this time.", { transient: true });
      },
    }),
    defineTool({
      ...base,
      name: "large",
      title: "Large",
      tier: "readonly",
      input: { fail: z.boolean().default(false), bytes: z.int() },
      output: { result: z.string(), lines: z.array(z.string()) },
      async run({ fail, bytes }) {
        const lines = Array.from(
          { length: Math.ceil(bytes / 10) },
          (_, index) => `line ${String(index).padStart(6, "0")}é`,
        );
        if (fail) throw new ToolError("TooMuch", lines.join("\n"), { suggestion: "Ask for less." });
        return { result: "tail", lines };
      },
      render: ({ lines }) => lines.join("\n"),
    }),
    defineTool({
      ...base,
      name: "answer",
      title: "Answer",
      tier: "readonly",
      input: { rows: z.array(z.string()), text: z.string(), names: z.record(z.string(), z.string()) },
      output: { rows: z.array(z.string()), text: z.string(), names: z.record(z.string(), z.string()) },
      run: async (given) => given,
    }),
    defineTool({
      ...base,
      name: "bug",
      title: "Bug",
      tier: "readonly",
      input: { code: z.string().optional() },
      async run({ code }): Promise<{ result: string }> {
        throw Object.assign(new TypeError("x is not a function of hunter2"), code && { code });
      },
    }),
    defineTool({
      ...base,
      name: "careless",
      title: "Careless",
      tier: "readonly",
      input: { fail: z.boolean().default(false), text: z.string() },
      async run({ fail, text }) {
        if (fail) throw new ToolError("Careless", `It says ${text}.`, { suggestion: `Forget ${text}.` });
        return { result: `It says ${text}.` };
      },
    }),
    defineTool({
      ...base,
      name: "exclusive",
      title: "Exclusive",
      tier: "mutating",
      input: { key: z.string() },
      lock: ({ key }) => key,
      async run(_input, { signal }) {
        record.ran++;
        await new Promise((resolve) => {
          setTimeout(resolve, 150);
          signal.addEventListener("abort", resolve);
        });
        return { result: "done" };
      },
    }),
    defineTool({
      ...base,
      name: "type_in",
      title: "Type",
      tier: "mutating",
      input: { pane_id: as("pane", z.string()).optional(), socket_name: as("socket", z.string()).optional() },
      async run() {
        record.ran++;
        return { result: "typed" };
      },
    }),
    {
      ...defineTool({
        ...base,
        name: "untiered",
        title: "Untiered",
        tier: "readonly",
        input: {},
        run: async () => ({ result: "" }),
      }),
      tier: "whatever" as never,
    },
  ];
}
