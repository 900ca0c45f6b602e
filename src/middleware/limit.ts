import type { Content, Middleware, Reply } from "../tools/tool.ts";

/**
 * Keep a result within `maxBytes`, dropping from the head: in a terminal the end is what matters.
 * The outermost layer, so that errors are bounded too.
 */
export function limit(maxBytes: number): Middleware {
  return async function limit(call, next) {
    const reply = await next(call);
    if (surelyFits(reply, maxBytes)) return reply;
    const textBytes = reply.content.reduce((sum, part) => sum + partBytes(part), 0);
    const outputBytes = reply.output ? bytes(JSON.stringify(reply.output)) : 0;
    return textBytes + outputBytes <= maxBytes ? reply : shorten(reply, { maxBytes, textBytes, outputBytes });
  };
}

/** The longest a letter gets in JSON: `\u001b`. */
const LONGEST_LETTER = 6;
/** Quotes, colon and comma, and more than any number, boolean or null takes. */
const AROUND = 32;

/** Most results are far below the limit: counting letters shows it without writing the JSON only to measure it. */
function surelyFits({ content, output }: Reply, maxBytes: number): boolean {
  let left = maxBytes;
  for (const part of content) left -= part.type === "text" ? part.text.length * 3 : part.data.length;
  return left >= 0 && (output === undefined || roomAfter(output, left) >= 0);
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

interface Sizes {
  readonly maxBytes: number;
  readonly textBytes: number;
  readonly outputBytes: number;
}

function shorten(reply: Reply, { maxBytes, textBytes, outputBytes }: Sizes): Reply {
  // Text and structured content mostly say the same; a reader of either should get half of what is left.
  const half = Math.floor(maxBytes / 2) - 512;
  const output =
    reply.output && outputBytes > half ? (fit(reply.output, half) as Reply["output"]) : reply.output;
  const content = textBytes > half ? [tail(reply.content, half)] : reply.content;
  const kept =
    content.reduce((sum, part) => sum + partBytes(part), 0) + (output ? bytes(JSON.stringify(output)) : 0);
  const dropped = textBytes + outputBytes - kept;
  return {
    ...reply,
    content,
    ...(output && { output }),
    meta: { ...reply.meta, "termgate/truncatedBytes": dropped },
  };
}

function tail(content: readonly Content[], maxBytes: number): Content {
  const text = content
    .map((part) => (part.type === "text" ? part.text : `[${part.mimeType} left out]`))
    .join("\n");
  const all = Buffer.from(text);
  const room = maxBytes - 64;
  let from = Math.max(0, all.length - room);
  // Never start inside a character: skip the continuation bytes of the one that was cut.
  while (from < all.length && ((all[from] ?? 0) & 0xc0) === 0x80) from++;
  return { type: "text", text: `[... truncated ${from} bytes ...]\n${all.subarray(from).toString()}` };
}

/** The same shape, smaller: the largest string or list gives up its head, again and again, until the rest fits. */
function fit(value: Readonly<Record<string, unknown>>, maxBytes: number): unknown {
  const copy = structuredClone(value);
  for (let round = 0; round < 200; round++) {
    const over = bytes(JSON.stringify(copy)) - maxBytes;
    if (over <= 0) return copy;
    const largest = largestLeaf(copy);
    if (!largest) return copy;
    largest.cut(over);
  }
  return copy;
}

interface Leaf {
  readonly size: number;
  cut(atLeast: number): void;
}

function largestLeaf(root: unknown): Leaf | undefined {
  let best: Leaf | undefined;
  const offer = (leaf: Leaf) => {
    if (leaf.size > 0 && (!best || leaf.size > best.size)) best = leaf;
  };
  const visit = (holder: Record<string, unknown> | unknown[], key: string | number, value: unknown) => {
    if (typeof value === "string") {
      offer({ size: bytes(value), cut: (atLeast) => set(holder, key, cutHead(value, atLeast)) });
    } else if (Array.isArray(value)) {
      if (value.every((item) => typeof item === "string")) {
        const size = value.reduce((sum: number, item) => sum + bytes(item) + 3, 0);
        offer({
          size: value.length > 1 ? size : 0,
          cut: (atLeast) => value.splice(0, linesFor(value, atLeast)),
        });
        if (value.length === 1) visit(value, 0, value[0]);
      } else {
        for (const [index, item] of value.entries()) visit(value, index, item);
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value)) visit(value as Record<string, unknown>, name, item);
    }
  };
  visit({ root } as Record<string, unknown>, "root", root);
  return best;
}

function set(holder: Record<string, unknown> | unknown[], key: string | number, value: unknown): void {
  (holder as Record<string | number, unknown>)[key] = value;
}

function cutHead(value: string, atLeast: number): string {
  const from = Math.min(value.length, Math.ceil(atLeast * (value.length / Math.max(1, bytes(value)))) + 1);
  // A lone low surrogate at the start would be half a character.
  const code = value.charCodeAt(from);
  return value.slice(code >= 0xdc00 && code <= 0xdfff ? from + 1 : from);
}

function linesFor(lines: readonly string[], atLeast: number): number {
  let freed = 0;
  let count = 0;
  while (count < lines.length - 1 && freed < atLeast) freed += bytes(lines[count++] ?? "") + 3;
  return Math.max(1, count);
}

function partBytes(part: Content): number {
  return part.type === "text" ? bytes(part.text) : part.data.length;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
