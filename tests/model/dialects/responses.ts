import type { Message } from "../script.ts";
import type { Answer, Dialect } from "./dialect.ts";

const USAGE = {
  input_tokens: 90,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 12,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 102,
};

/** OpenAI Responses, as Codex speaks it. */
export const responses: Dialect = {
  name: "responses",
  matches: (path) => path.endsWith("/responses"),

  read(body) {
    const messages = (body.input ?? []).flatMap((item: any): Message[] => {
      if (item.role === "user" || item.role === "assistant") {
        const text =
          typeof item.content === "string"
            ? item.content
            : item.content.map((part: any) => part.text ?? "").join("\n");
        return [{ from: item.role === "user" ? "person" : "model", text }];
      }
      if (item.type?.endsWith("_call_output")) return [{ from: "tool", text: "" }];
      return item.type?.endsWith("_call") ? [{ from: "model", text: "" }] : [];
    });
    const offers = (body.tools ?? [])
      .filter((tool: any) => tool.type === "function" || tool.type === "custom")
      .map((tool: any) => ({
        name: tool.name,
        schema: tool.parameters ?? {},
        freeText: tool.type === "custom",
      }));
    const shape = body.text?.format;
    return {
      model: body.model,
      messages,
      offers,
      cwd: ".",
      streams: body.stream !== false,
      aside: offers.length === 0 || shape ? { schema: shape?.schema } : undefined,
    };
  },

  *frames(answer, { model }) {
    const { id, thoughts, words, call, cut } = answer;
    let order = 0;
    const frame = (type: string, data: object) => ({
      event: type,
      data: { type, sequence_number: order++, ...data },
    });
    const items: object[] = [];
    const head = { id, object: "response", status: "in_progress", model, output: [] };
    yield frame("response.created", { response: head });
    if (thoughts.length > 0) {
      const item_id = `${id}_r`;
      const at = { item_id, output_index: 0, summary_index: 0 };
      const item = (text: string) => ({
        type: "reasoning",
        id: item_id,
        summary: text === "" ? [] : [{ type: "summary_text", text }],
      });
      yield frame("response.output_item.added", { output_index: 0, item: item("") });
      yield frame("response.reasoning_summary_part.added", {
        ...at,
        part: { type: "summary_text", text: "" },
      });
      const all = ["**Weighing it up** ", ...thoughts];
      for (const delta of all) {
        yield frame("response.reasoning_summary_text.delta", { ...at, delta });
        yield "pause";
      }
      items.push(item(all.join("")));
      yield frame("response.output_item.done", { output_index: 0, item: items[0] });
    }
    if (words.length > 0) {
      const output_index = items.length;
      const item_id = `${id}_m`;
      const message = { type: "message", id: item_id, role: "assistant" };
      yield frame("response.output_item.added", {
        output_index,
        item: { ...message, status: "in_progress", content: [] },
      });
      const at = { item_id, output_index, content_index: 0 };
      yield frame("response.content_part.added", { ...at, part: { type: "output_text", text: "" } });
      for (const delta of words) {
        yield frame("response.output_text.delta", { ...at, delta });
        yield "pause";
      }
      if (cut) return yield "cut";
      items.push({
        ...message,
        status: "completed",
        content: [{ type: "output_text", text: words.join(""), annotations: [] }],
      });
      yield frame("response.output_item.done", { output_index, item: items.at(-1) });
    }
    if (call) {
      const output_index = items.length;
      items.push(callItem(call));
      yield frame("response.output_item.added", { output_index, item: items.at(-1) });
      yield frame("response.output_item.done", { output_index, item: items.at(-1) });
    }
    yield frame("response.completed", {
      response: { ...head, status: "completed", output: items, usage: USAGE },
    });
  },

  whole({ id, words }, { model }) {
    const content = [{ type: "output_text", text: words.join(""), annotations: [] }];
    const output = [{ type: "message", role: "assistant", status: "completed", content }];
    return { id, object: "response", status: "completed", model, output, usage: USAGE };
  },

  failure: (status) => ({
    error: { message: `Scripted trouble ${status}`, type: "server_error", code: `scripted_${status}` },
  }),
};

function callItem({ id, name, input, freeText }: NonNullable<Answer["call"]>): object {
  const shared = { call_id: id, name, status: "completed" };
  return freeText === undefined
    ? { type: "function_call", id: `fc_${id}`, ...shared, arguments: JSON.stringify(input) }
    : { type: "custom_tool_call", id: `ctc_${id}`, ...shared, input: freeText };
}
