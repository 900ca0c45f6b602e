import { styleText } from "node:util";
import type { Io, Sink } from "./io.ts";

type Format = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Colours text for a terminal that shows colours, and leaves it alone for every other reader. */
export function styled(io: Io, sink: Sink = io.stdout): (format: Format, text: string) => string {
  const { NO_COLOR, TERM } = io.environment;
  const plain = sink.isTTY !== true || (NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb";
  return (format, text) => (plain ? text : styleText(format, text, { validateStream: false }));
}
