import { appendFileSync } from "node:fs";

export const LEVELS = ["debug", "info", "warning", "error"] as const;
type Level = (typeof LEVELS)[number];

/** Facts beside the message: names, counts, codes. Never an argument, an output or a secret. */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export type Log = { readonly [L in Level]: (message: string, facts?: Facts) => void };

interface LogTo {
  readonly level: Level | "off";
  readonly write: (line: string) => unknown;
  readonly file?: string | undefined;
  readonly now?: () => Date;
}

/** One line per event, to stderr and, if asked, to a file. A log that cannot be written never stops the work. */
export function openLog({ level, write, file, now = () => new Date() }: LogTo): Log {
  const least = level === "off" ? LEVELS.length : LEVELS.indexOf(level);
  let fileWorks = file !== undefined;
  const emit = (at: Level, message: string, facts: Facts = {}): void => {
    if (LEVELS.indexOf(at) < least) return;
    const line = `${now().toISOString()} ${at} ${oneLine(message)}${told(facts)}\n`;
    write(line);
    if (!fileWorks || file === undefined) return;
    try {
      appendFileSync(file, line, { mode: 0o600 });
    } catch (error) {
      fileWorks = false;
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
      write(
        `${now().toISOString()} error The log file cannot be written; this goes to stderr only. code=${code}\n`,
      );
    }
  };
  return {
    debug: (message, facts) => emit("debug", message, facts),
    info: (message, facts) => emit("info", message, facts),
    warning: (message, facts) => emit("warning", message, facts),
    error: (message, facts) => emit("error", message, facts),
  };
}

function told(facts: Facts): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? quoted(value) : value}`)
    .join("");
}

function quoted(value: string): string {
  return /^[\w./:@%+-]+$/.test(value) ? value : JSON.stringify(oneLine(value));
}

/** Control characters would let one event look like two, or repaint a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").slice(0, 2_000);
}
