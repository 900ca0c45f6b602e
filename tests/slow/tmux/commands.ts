import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "./random.ts";
import { shownOn } from "./shown.ts";

export type Shell = "bash" | "zsh" | "dash" | "fish";

/** A command and what running it must bring. */
export interface Case {
  readonly kind: string;
  readonly command: string;
  readonly status: number;
  readonly output: readonly string[];
  /** A shell may add one line about how a program died; in its own words. */
  readonly remark?: RegExp;
}

interface Making {
  readonly random: Random;
  readonly shell: Shell;
  readonly folder: string;
  /** Bytes a large output may have. */
  readonly most: number;
}

type Made = Omit<Case, "kind">;

const SIGNALS = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ABRT: 6,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
};
const DEATHS =
  /\b(hangup|interrupt|quit|abort(ed)?|killed|user[- ]defined signal 1|segmentation fault|broken pipe|alarm( clock)?|terminated?|SIG[A-Z0-9]+)\b/i;

const ALPHABETS = [
  "abcdefghijklmnopqrstuvwxyz0123456789 ",
  "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ",
  "äöüßéñøĐŁжщфλπΩאבגدهو ",
  "中文字日本語한국어全角ＡＢ ",
  "🐙🦊🚀💥👩‍👩‍👧🇩🇪👍🏽 ",
  "e\u0301a\u0308o\u0302 ",
].map((text) => Array.from(text));

const MAKERS: Record<string, (making: Making) => Made> = {
  status: ({ random, shell }) => {
    const status = random.between(0, 255);
    const ways = [`exit ${status}`, `sh -c 'exit ${status}'`, `exec sh -c 'exit ${status}'`];
    if (shell !== "fish") ways.push(`(exit ${status})`, `f() { return ${status}; }; f`);
    return { command: random.pick(ways), status, output: [] };
  },

  signal: ({ random, shell }) => {
    const name = random.pick(Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]);
    const own = shell === "bash" && name !== "INT" && name !== "QUIT" && random.chance(0.3);
    const command = own
      ? `echo alive; kill -${name} $BASHPID`
      : `sh -c 'echo alive; ulimit -c 0; kill -${name} $$'`;
    return { command, status: 128 + SIGNALS[name], output: ["alive"], remark: DEATHS };
  },

  "no newline": ({ random, shell }) => {
    const lines = texts(random, 1, 3);
    return { command: `printf %s ${quoted(lines.join("\n"), shell)}`, status: 0, output: lines };
  },

  quotes: ({ random, shell }) => {
    const words = random.many(1, 4, () => text(random, 1, 60));
    return {
      command: `printf '%s\\n' ${words.map((word) => quoted(word, shell)).join(" ")}`,
      status: 0,
      output: words,
    };
  },

  unicode: ({ random, shell }) => {
    const lines = random.many(1, 5, () =>
      random.many(1, 40, () => random.pick(random.pick(ALPHABETS.slice(2)))).join(""),
    );
    const status = random.between(0, 3);
    return {
      command: `echo ${quoted(lines.join("\n"), shell)}; exit ${status}`,
      status,
      output: lines,
    };
  },

  "several lines": ({ random, shell }) => {
    const lines = texts(random, 2, 12);
    const status = random.between(0, 9);
    const loop =
      shell === "fish" ? "for i in 1 2 3\n  echo $i\nend" : "for i in 1 2 3\ndo\n  echo $i\n\ndone";
    const each = lines.map((line) => `printf '%s\\n' ${quoted(line, shell)}`);
    return {
      command: `${each.join("\n")}\n\n${loop}\nexit ${status}`,
      status,
      output: [...lines, "1", "2", "3"],
    };
  },

  "here-document": ({ random, shell }) => {
    const lines = random.many(1, 20, () => text(random, 0, 70)).filter((line) => line !== "END");
    const body = lines.join("\n");
    if (shell === "fish") return { command: `echo ${quoted(body, shell)} | cat`, status: 0, output: lines };
    const status = random.between(0, 9);
    return { command: `cat <<'END'\n${body}\nEND\nexit ${status}`, status, output: lines };
  },

  "long command": ({ random, shell }) => {
    const word = text(random, 3_000, 20_000);
    const count = Buffer.byteLength(word);
    return { command: `printf %s ${quoted(word, shell)} | wc -c`, status: 0, output: [String(count)] };
  },

  background: ({ random, shell }) => {
    const status = random.between(0, 5);
    const ways = [
      { command: `sh -c 'sleep 0.02 & echo one; wait; exit ${status}'`, output: ["one"] },
      { command: `sleep 0.2 >/dev/null 2>&1 & echo two; exit ${status}`, output: ["two"] },
      ...(shell === "fish"
        ? []
        : [{ command: `(echo one; sleep 0.01) & wait; echo two; exit ${status}`, output: ["one", "two"] }]),
    ];
    // An interactive shell announces a job it starts, where the command has job control.
    return { ...random.pick(ways), status };
  },

  "alternate screen": ({ random, folder }) => {
    const before = text(random, 1, 30);
    const after = text(random, 1, 30);
    const inside = random.many(
      1,
      30,
      () => `\x1b[${random.between(1, 24)};${random.between(1, 70)}Hinside\x1b[2J`,
    );
    const file = filed(
      folder,
      random,
      Buffer.from(`${before}\n\x1b[?1049h${inside.join("")}\x1b[?1049l${after}\n`),
    );
    return { command: `cat ${file}`, status: 0, output: [before, after] };
  },

  "full-screen program": ({ random, folder }) => {
    const file = filed(folder, random, Buffer.from(texts(random, 1, 60).join("\n")));
    const status = random.between(0, 5);
    const command = `tput smcup; cat ${file}; tput cup 5 5; echo inside; tput rmcup; echo outside; exit ${status}`;
    return { command, status, output: ["outside"] };
  },

  binary: ({ random, folder }) => {
    const bytes = Buffer.from(
      random.many(1, 4_000, () => (random.chance(0.7) ? random.between(32, 126) : ordinary(random))),
    );
    const file = filed(folder, random, bytes);
    return { command: `cat ${file}`, status: 0, output: shownOn(bytes) };
  },

  rewritten: ({ random, folder }) => {
    const rows = random.many(1, 8, () => rewritten(random));
    const bytes = Buffer.from(rows.join("\n") + (random.chance(0.5) ? "\n" : ""));
    return { command: `cat ${filed(folder, random, bytes)}`, status: 0, output: shownOn(bytes) };
  },

  coloured: ({ random, folder }) => {
    const lines = texts(random, 1, 20);
    const bytes = lines.map(
      (line) =>
        `\x1b[${random.between(30, 37)}m\x1b]0;title ${random.between(1, 9)}\x07${line}\x1b[0m\x1b[K\n`,
    );
    return { command: `cat ${filed(folder, random, Buffer.from(bytes.join("")))}`, status: 0, output: lines };
  },

  "looks like ours": ({ random, folder }) => {
    const token = random.many(18, 18, () => random.between(0, 15).toString(16)).join("");
    const hidden = random.pick([
      `\x1b]7770;D;${token};0\x07`,
      `\x1b]7770;C;${token}\x07`,
      `\x1b]7770;R;${token}\x07`,
      "\x1b]133;D;1\x07",
      "\x1b[?2004h",
      "\x1b]7770;D;\x07",
    ]);
    const lines = random.many(2, 6, () =>
      random.pick([
        "%end 1700000000 1 1",
        "%begin 1700000000 1 1",
        "%error 1 1 1",
        "%exit",
        "%output %0 text",
        token,
        "stty -echo;printf",
        "]7770;D;0;0",
        "$ ",
        "% ",
        String.raw`\033]7770;D;${token};0\a`,
      ]),
    );
    const at = random.between(0, lines.length - 1);
    const bytes = lines.map((line, index) => (index === at ? `${hidden}${line}` : line)).join("\n");
    const status = random.between(1, 200);
    const file = filed(folder, random, Buffer.from(`${bytes}\n`));
    return { command: `cat ${file}; exit ${status}`, status, output: lines };
  },

  streams: ({ random, shell }) => {
    const first = text(random, 1, 40);
    const second = text(random, 1, 40);
    const command = `printf '%s\\n' ${quoted(first, shell)} >&2; printf '%s\\n' ${quoted(second, shell)}; cat </dev/null; exit 6`;
    return { command, status: 6, output: [first, second] };
  },

  endings: ({ random, shell }) => {
    if (shell === "fish") return { command: "false; or exit 9", status: 9, output: [] };
    return random.pick([
      { command: "set -e; false; echo never", status: 1, output: [] },
      { command: "trap 'echo bye' EXIT; exit 3", status: 3, output: ["bye"] },
      { command: "cd /; pwd; X=1; false", status: 1, output: ["/"] },
      { command: "true | false", status: 1, output: [] },
      { command: "nosuchprogram-at-all 2>/dev/null", status: 127, output: [] },
      { command: "/ 2>/dev/null", status: 126, output: [] },
    ]);
  },

  "long lines": ({ random, folder }) => {
    const lines = random.many(1, 5, () => text(random, 500, 20_000));
    return {
      command: `cat ${filed(folder, random, Buffer.from(lines.join("\n")))}`,
      status: 0,
      output: lines,
    };
  },

  large: ({ random, folder, most }) => {
    // Every size is as likely as its double: most are small, some are as large as they may be.
    const size = random.chance(0.15) ? most : Math.floor(1_000 * (most / 1_000) ** random.next());
    const lines: string[] = [];
    for (let bytes = 0; bytes < size;) {
      const line = `${lines.length} ${random.next().toString(36)} ${"=".repeat(random.between(0, 120))}`;
      lines.push(line);
      bytes += line.length + 1;
    }
    const status = random.between(0, 255);
    const file = filed(folder, random, Buffer.from(`${lines.join("\n")}\n`));
    return { command: `cat ${file}; exit ${status}`, status, output: lines };
  },
};

export const KINDS = Object.keys(MAKERS);

export function makeCase(kind: string, making: Making): Case {
  const made = MAKERS[kind]?.(making);
  if (!made) throw new Error(`There is no kind of command called ${kind}.`);
  return { kind, ...made };
}

function text(random: Random, least: number, most: number): string {
  const alphabet = random.pick(ALPHABETS);
  return random
    .many(least, most, () => random.pick(random.chance(0.8) ? alphabet : random.pick(ALPHABETS)))
    .join("");
}

/** Lines of which the last is not empty: an empty last line cannot be told from a line end. */
function texts(random: Random, least: number, most: number): string[] {
  return random.many(least, most, () => `${text(random, 0, 100)}.`);
}

/** Any byte but the escape sign, which would begin a sequence, and the two that switch to another alphabet. */
function ordinary(random: Random): number {
  const byte = random.between(0, 255);
  return byte === 0x1b || byte === 0x0e || byte === 0x0f ? 10 : byte;
}

/** A row as a progress bar writes it: over itself, again and again. */
function rewritten(random: Random): string {
  const part = () => random.many(1, 25, () => random.pick(ALPHABETS[0] ?? [])).join("");
  const steps = random.many(
    1,
    6,
    () => part() + random.pick(["\r", "\b\b", "\t", "\x1b[K", "\x1b[3D", "\x1b[2C", "\x07", "\x1b[1m"]),
  );
  return `${steps.join("")}.`;
}

function filed(folder: string, random: Random, bytes: Buffer): string {
  const path = join(folder, `case-${random.next().toString(36).slice(2)}`);
  writeFileSync(path, bytes);
  return path;
}

function quoted(word: string, shell: Shell): string {
  if (shell === "fish") return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
