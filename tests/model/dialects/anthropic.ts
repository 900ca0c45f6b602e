import type { Message } from "../script.ts";
import type { Dialect } from "./dialect.ts";

const USAGE = {
  input_tokens: 90,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 12,
};
const KINDS: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Anthropic Messages, as Claude Code speaks it. */
export const anthropic: Dialect = {
  name: "anthropic",
  matches: (path) => path.endsWith("/v1/messages"),

  read(body) {
    const messages = (body.messages ?? []).flatMap(({ role, content }: any): Message[] => {
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
      if (role === "assistant") return [{ from: "model", text: "" }];
      return blocks.map((block: any): Message => ({
        from: block.type === "tool_result" ? "tool" : "person",
        text: block.text ?? "",
      }));
    });
    const offers = (body.tools ?? [])
      .filter((tool: any) => tool.input_schema)
      .map((tool: any) => ({ name: tool.name, schema: tool.input_schema, freeText: false }));
    const about = JSON.stringify([body.system ?? "", body.messages ?? []]);
    return {
      model: body.model,
      messages: messages.filter(
        ({ text, from }: Message) =>
          from !== "person" || !/^\s*<system-reminder>|^# Environment\n/.test(text),
      ),
      offers,
      cwd: /[Ww]orking directory: (\/[^\\"\s]+)/.exec(about)?.[1] ?? ".",
      streams: body.stream === true,
      aside:
        offers.length === 0 || body.output_config?.format
          ? { schema: body.output_config?.format?.schema }
          : undefined,
    };
  },

  *frames({ id, thoughts, words, call, cut }, { model }) {
    const frame = (event: string, data: object) => ({ event, data: { type: event, ...data } });
    const message = {
      id,
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: USAGE,
    };
    yield frame("message_start", { message });
    let index = 0;
    if (thoughts.length > 0) {
      yield frame("content_block_start", {
        index,
        content_block: { type: "thinking", thinking: "", signature: "" },
      });
      for (const thinking of thoughts) {
        yield frame("content_block_delta", { index, delta: { type: "thinking_delta", thinking } });
        yield "pause";
      }
      yield frame("content_block_delta", {
        index,
        delta: { type: "signature_delta", signature: "c2lnbmVk" },
      });
      yield frame("content_block_stop", { index });
      index += 1;
    }
    if (words.length > 0) {
      yield frame("content_block_start", { index, content_block: { type: "text", text: "" } });
      for (const text of words) {
        yield frame("content_block_delta", { index, delta: { type: "text_delta", text } });
        yield "pause";
      }
      if (cut) return yield "cut";
      yield frame("content_block_stop", { index });
      index += 1;
    }
    if (call) {
      yield frame("content_block_start", {
        index,
        content_block: { type: "tool_use", id: call.id, name: call.name, input: {} },
      });
      yield frame("content_block_delta", {
        index,
        delta: { type: "input_json_delta", partial_json: JSON.stringify(call.input) },
      });
      yield frame("content_block_stop", { index });
    }
    yield frame("message_delta", {
      delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null },
      usage: USAGE,
    });
    yield frame("message_stop", {});
  },

  whole({ id, words, call }, { model }) {
    const text = words.length > 0 ? [{ type: "text", text: words.join("") }] : [];
    const use = call ? [{ type: "tool_use", id: call.id, name: call.name, input: call.input }] : [];
    const stop_reason = call ? "tool_use" : "end_turn";
    return {
      id,
      type: "message",
      role: "assistant",
      model,
      content: [...text, ...use],
      stop_reason,
      stop_sequence: null,
      usage: USAGE,
    };
  },

  failure: (status) => ({
    type: "error",
    error: { type: KINDS[status] ?? "api_error", message: `Scripted trouble ${status}` },
  }),
};
