import fc from "fast-check";
import { expect, test } from "vitest";
import { ControlParser, type Reply } from "../../src/tmux/control/parser.ts";
import { unescape } from "../../src/tmux/stream/unescape.ts";

type Event =
  | { kind: "reply"; bodies: string[]; error: string | undefined }
  | { kind: "note"; line: string }
  | { kind: "output"; pane: string; text: string }
  | { kind: "aside"; failed: boolean; text: string };

/** One thing tmux may write, and what it must be read as. */
interface Written {
  readonly text: string;
  readonly fences: string[];
  readonly events: Event[];
}

const NONCE = (n: number) => n.toString(16).padStart(24, "0");

// Text of a pane: ordinary lines, and lines made to look like the protocol.
const line = fc.oneof(
  fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", " ")),
  fc.constantFrom(
    "%end 1 5 1",
    "%error 1 5 1",
    "%begin 1 6 1",
    "%exit",
    "%output %1 x",
    "%end 1 1 1",
    "",
    "%",
  ),
);
const body = fc.array(line, { maxLength: 6 });

function replied(bodies: readonly string[][], failed: boolean, seed: number): Written {
  const fences = bodies.map((_, i) => NONCE(seed * 10 + i));
  let text = "";
  for (const [i, lines] of bodies.entries()) {
    const last = i === bodies.length - 1;
    const end = failed && last ? "error" : "end";
    text += `%begin 1 ${seed * 20 + i * 2} 1\n${lines.map((one) => `${one}\n`).join("")}%${end} 1 ${seed * 20 + i * 2} 1\n`;
    text += `%begin 1 ${seed * 20 + i * 2 + 1} 1\n${fences[i]}\n%end 1 ${seed * 20 + i * 2 + 1} 1\n`;
  }
  const read = bodies.map((lines) => lines.map((one) => `${one}\n`).join(""));
  return {
    text,
    fences,
    events: [
      failed
        ? { kind: "reply", bodies: read.slice(0, -1), error: (read.at(-1) ?? "").trimEnd() }
        : { kind: "reply", bodies: read, error: undefined },
    ],
  };
}

const written = (seed: number): fc.Arbitrary<Written> =>
  fc.oneof(
    fc
      .tuple(fc.array(body, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([bodies, failed]) => replied(bodies, failed, seed)),
    fc
      .constantFrom("%window-add @1", "%sessions-changed", "%session-renamed $1 %end 1 5 1")
      .map((note): Written => ({ text: `${note}\n`, fences: [], events: [{ kind: "note", line: note }] })),
    fc.string({ unit: "grapheme-ascii" }).map((text): Written => ({
      text: `%output %7 ${text}\n`,
      fences: [],
      events: [{ kind: "output", pane: "%7", text }],
    })),
    fc.boolean().map((failed): Written => ({
      text: `%begin 1 99 0\nhook says\n%${failed ? "error" : "end"} 1 99 0\n`,
      fences: [],
      events: [{ kind: "aside", failed, text: "hook says" }],
    })),
  );

const conversation = fc
  .array(fc.nat(), { maxLength: 8 })
  .chain((items) => fc.tuple(...items.map((_, i) => written(i + 1))));

function read(parts: readonly Written[], cuts: readonly number[]): Event[] {
  const events: Event[] = [];
  const parser = new ControlParser({
    notification: (note) => events.push({ kind: "note", line: note }),
    output: (pane, escaped) => events.push({ kind: "output", pane, text: escaped.toString() }),
    aside: (failed, text) => events.push({ kind: "aside", failed, text }),
  });
  for (const { fences } of parts) {
    if (fences.length === 0) continue;
    const settle = ({ bodies, error }: Reply) =>
      events.push({ kind: "reply", bodies: bodies.map(String), error });
    parser.expect({ fences, settle });
  }
  const bytes = Buffer.from(parts.map((part) => part.text).join(""));
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    parser.feed(Buffer.from(bytes.subarray(from, to)));
    from = to;
  }
  return events;
}

test("whatever tmux writes is read the same, wherever it is cut", () => {
  fc.assert(
    fc.property(conversation, fc.array(fc.nat(), { maxLength: 30 }), (parts, cuts) => {
      expect(read(parts, cuts)).toEqual(parts.flatMap((part) => part.events));
    }),
    { numRuns: 500 },
  );
});

test("text that looks like the end of a reply is part of it", () => {
  const part = replied([["%end 1 20 1", "%begin 1 21 1", "%error 1 20 1", "rest"]], false, 1);

  expect(read([part], [])).toEqual(part.events);
});

test("what a pane wrote comes back byte for byte", () => {
  const escaped = (bytes: Uint8Array) =>
    Buffer.concat(
      [...bytes].map((byte) =>
        byte < 32 || byte === 92
          ? Buffer.from(`\\${byte.toString(8).padStart(3, "0")}`)
          : Buffer.from([byte]),
      ),
    );

  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(unescape(escaped(bytes))).toEqual(Buffer.from(bytes));
    }),
  );
});
