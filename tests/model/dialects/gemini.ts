import type { Message } from "../script.ts";
import type { Dialect } from "./dialect.ts";

const USAGE = { promptTokenCount: 90, candidatesTokenCount: 12, totalTokenCount: 102 };

/** Gemini's generateContent and its streaming twin. */
export const gemini: Dialect = {
  name: "gemini",
  matches: (path) => /:(?:streamG|g)enerateContent$/.test(path),

  read(body, path) {
    const messages = (body.contents ?? []).flatMap(({ role, parts }: any): Message[] =>
      role === "model"
        ? [{ from: "model", text: "" }]
        : parts.map((part: any): Message => ({
            from: part.functionResponse ? "tool" : "person",
            text: part.text ?? "",
          })),
    );
    const offers = (body.tools ?? [])
      .flatMap((tool: any) => tool.functionDeclarations ?? [])
      .map((tool: any) => ({
        name: tool.name,
        schema: tool.parametersJsonSchema ?? tool.parameters ?? {},
        freeText: false,
      }));
    const about = JSON.stringify([body.systemInstruction, body.contents?.[0]]);
    const shape = body.generationConfig?.responseJsonSchema;
    return {
      model: /models\/([^:]+):/.exec(path)?.[1] ?? "",
      messages,
      offers,
      cwd: /Workspace Directories:[^/]*?(\/[^\\"`\s]+)/.exec(about)?.[1] ?? ".",
      streams: path.includes(":stream"),
      aside: offers.length === 0 || shape ? { schema: shape } : undefined,
    };
  },

  *frames({ id, thoughts, words, call, cut }, { model }) {
    const frame = (part: object, finishReason?: string) => {
      const content = { role: "model", parts: [part] };
      const candidates = [{ index: 0, content, ...(finishReason && { finishReason }) }];
      return { data: { candidates, usageMetadata: USAGE, modelVersion: model, responseId: id } };
    };
    for (const thought of thoughts) {
      yield frame({ text: `**Weighing** ${thought}`, thought: true });
      yield "pause";
    }
    for (const text of words) {
      yield frame({ text });
      yield "pause";
    }
    if (cut) return yield "cut";
    if (call) yield frame({ functionCall: { id: call.id, name: call.name, args: call.input } });
    yield frame({ text: "" }, "STOP");
  },

  whole({ id, words }, { model }) {
    const content = { role: "model", parts: [{ text: words.join("") }] };
    return {
      candidates: [{ index: 0, content, finishReason: "STOP" }],
      usageMetadata: USAGE,
      modelVersion: model,
      responseId: id,
    };
  },

  failure: (status) => ({
    error: {
      code: status,
      message: `Scripted trouble ${status}`,
      status: status === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE",
    },
  }),
};
