import { contentOf } from "../tools/run.ts";
import type { Content, Middleware, Reply, Tool } from "../tools/tool.ts";
import { fit, jsonBytes, lastLines, level, LONGEST_LETTER } from "./shorten.ts";

/**
 * Keep a result within `maxBytes` as it goes over the wire, dropping from the head: in a terminal the end is what
 * matters. The tool says in its own fields what was cut. The outermost layer, so that errors are bounded too.
 */
export function limit(maxBytes: number): Middleware {
  return async function limit(call, next) {
    const reply = await next(call);
    const most = maxBytes - AROUND_RESULT;
    const said = saying(reply);
    const fits = reply.content ? surelyFits(said, most) : fitsTwice(said, most);
    return fits || size(said) <= most ? said : shorten(reply, call.tool, most);
  };
}

type Said = Omit<Reply, "beside"> & Required<Pick<Reply, "content">>;

function saying(reply: Reply): Said {
  const { output, isError, meta } = reply;
  return { ...(output && { output }), content: contentOf(reply), isError, ...(meta && { meta }) };
}

/** What the message around a result takes, and the word about what was cut. */
const AROUND_RESULT = 512;
/** Quotes, colon and comma, and more than any number, boolean or null takes. */
const AROUND = 32;
/** Each round comes closer; text that grows in JSON takes a second one, and hardly anything a third. */
const MOST_ROUNDS = 12;

/** Most results are far below the limit: counting letters shows it without writing the JSON only to measure it. */
function surelyFits({ content, output, meta }: Reply, maxBytes: number): boolean {
  return roomAfter({ content, output, meta }, maxBytes) >= 0;
}

/** A tool without words of its own says its output twice, the second time in quotes, which makes it longer. */
function fitsTwice({ content, meta }: Said, maxBytes: number): boolean {
  return roomAfter(meta, maxBytes - 2 * jsonBytes(content)) >= 0;
}

/** What is left of the room after this value at its longest; below zero as soon as it is spent. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === "string") return room - value.length * LONGEST_LETTER - AROUND;
  let left = room - AROUND;
  if (typeof value !== "object" || value === null) return left;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = roomAfter(value[index], left);
    return left;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (left < 0) return left;
    left = roomAfter(inner, left - name.length * LONGEST_LETTER);
  }
  return left;
}

function size({ content, output, isError, meta }: Said): number {
  return jsonBytes({ content, structuredContent: output, isError, _meta: meta });
}

function shorten(reply: Reply, tool: Tool, maxBytes: number): Reply {
  const before = size(saying(reply));
  let aim = maxBytes;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const smaller = saying(within(reply, tool, Math.floor(aim / 2)));
    const bytes = size(smaller);
    if (bytes <= maxBytes)
      return { ...smaller, meta: { ...reply.meta, "termgate/truncatedBytes": before - bytes } };
    aim *= Math.min(0.95, (0.99 * maxBytes) / bytes);
  }
  return {
    isError: true,
    content: [
      {
        type: "text",
        text: `The call was made, but its answer has ${before} bytes and cannot be shortened.\n${ASK_LESS}`,
      },
    ],
    meta: { error_type: "ResponseTooLarge", expected: true, suggestion: ASK_LESS },
  };
}

const ASK_LESS = "Ask for less at once.";

/** Text and structured content mostly say the same, and a reader of either gets half of the room. */
function within(reply: Reply, tool: Tool, half: number): Reply {
  const { output: whole, beside, content } = reply;
  if (!whole) return { ...saying(reply), content: tails(contentOf(reply), half * 2) };
  const kept = fit(whole, half);
  const output = kept === whole ? whole : (tool.shortened?.(kept, whole) ?? kept);
  const [shown] = beside ? tails([beside], half) : [];
  return {
    ...reply,
    output,
    ...(shown && { beside: shown }),
    ...(content && { content: tails(content, half) }),
  };
}

/** Each part with as much of its end as there is room for; half a picture is none. */
function tails(content: readonly Content[], maxBytes: number): Content[] {
  const most = level(content.map(jsonBytes), maxBytes);
  return content.map((part): Content => {
    if (jsonBytes(part) <= most) return part;
    if (part.type !== "text") return { type: "text", text: `[${part.mimeType} left out]` };
    const kept = lastLines(part.text.split("\n"), most - 2 * AROUND, 2).join("\n");
    const gone = Buffer.byteLength(part.text) - Buffer.byteLength(kept);
    return { type: "text", text: `[... truncated ${gone} bytes ...]\n${kept}` };
  });
}
