/** What reaches a pane: text as it is, or a key by the name tmux gives it. */
export type Keystroke =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "key"; readonly name: string };

/** The line at a prompt, as far as what was typed tells. */
export interface PromptLine {
  /** Lines entered before, of a command the shell still waits to see the end of. */
  readonly open: string;
  readonly line: string;
  /** False once something happened whose effect on the line cannot be known, such as history or completion. */
  readonly certain: boolean;
}

/** One line a shell would run. */
export interface Submitted {
  readonly text: string;
  readonly certain: boolean;
}

export interface Typed {
  readonly state: PromptLine;
  readonly submitted: readonly Submitted[];
}

export const EMPTY_LINE: PromptLine = { open: "", line: "", certain: true };
const MOST_LINES = 200;

/**
 * Follow keystrokes into a pane. At a shell prompt this gives the lines they submit; a program that is no shell gets
 * them unjudged, and whatever line there was is over.
 */
export function typeInto(pane: "shell" | "program", before: PromptLine, keys: readonly Keystroke[]): Typed {
  if (pane === "program") return { state: EMPTY_LINE, submitted: [] };
  const submitted: Submitted[] = [];
  let state = before;
  for (const stroke of keys.flatMap(split)) {
    if (stroke.kind === "text") state = { ...state, line: state.line + stroke.text };
    else if (ENTER.has(stroke.name)) {
      submitted.push(...submissions(state));
      const all = joined(state);
      state = { ...EMPTY_LINE, open: isUnfinished(all) ? all : "" };
    } else state = edit(state, stroke.name);
  }
  if (submitted.length <= MOST_LINES) return { state, submitted };
  return { state, submitted: [{ text: submitted.map(({ text }) => text).join("\n"), certain: false }] };
}

const ENTER = new Set(["Enter", "KPEnter", "C-m", "C-j", "C-o"]);
const CLEARS = new Set(["C-c", "C-u", "C-d"]);
const RUBS_OUT = new Set(["BSpace", "C-h", "C-?"]);
const HARMLESS = new Set(["C-l", "C-e", "End"]);

/** The line alone too: should the shell have seen an end where we did not, the line is what it runs. */
function submissions(state: PromptLine): Submitted[] {
  const { open, line, certain } = state;
  const alone = { text: line, certain };
  const worth = line.trim() === "" && certain ? [] : [alone];
  return open === "" ? worth : [{ text: joined(state), certain }, ...worth];
}

function joined({ open, line }: PromptLine): string {
  return open === "" ? line : `${open}\n${line}`;
}

function edit(state: PromptLine, key: string): PromptLine {
  if (CLEARS.has(key)) return key === "C-c" ? EMPTY_LINE : { ...state, line: "", certain: key === "C-u" };
  if (RUBS_OUT.has(key)) return { ...state, line: Array.from(state.line).slice(0, -1).join("") };
  if (key === "Space") return { ...state, line: `${state.line} ` };
  return HARMLESS.has(key) ? state : { ...state, certain: false };
}

const CONTROL: Readonly<Record<string, string>> = {
  "\r": "Enter",
  "\n": "Enter",
  "\u000f": "C-o",
  "\u0003": "C-c",
  "\u0015": "C-u",
  "\u0008": "BSpace",
  "\u007f": "BSpace",
  "\u000c": "C-l",
};

/** Text with control letters in it, as the keys those letters are. */
function split(stroke: Keystroke): Keystroke[] {
  if (stroke.kind === "key")
    return Array.from(stroke.name).length === 1 ? split({ kind: "text", text: stroke.name }) : [stroke];
  const pieces = stroke.text.replaceAll("\r\n", "\n").split(/([\u0000-\u001f\u007f])/);
  return pieces.filter(Boolean).map((piece) => {
    if (!/^[\u0000-\u001f\u007f]$/.test(piece)) return { kind: "text", text: piece };
    return { kind: "key", name: CONTROL[piece] ?? "unknown" };
  });
}

/** Whether a shell would wait for more: an open quote, a backslash at the end, a here-document without its end. */
export function isUnfinished(text: string): boolean {
  let quote = "";
  let isEscaped = false;
  for (const letter of text) {
    if (isEscaped) isEscaped = false;
    else if (letter === "\\" && quote !== "'") isEscaped = true;
    else if (quote === "" && (letter === "'" || letter === '"' || letter === "`")) quote = letter;
    else if (letter === quote) quote = "";
  }
  if (quote !== "" || isEscaped) return true;
  if (/(?:\||&&|\b(?:do|then|else|in)|[({])\s*$/.test(text)) return true;
  const here = [...text.matchAll(/<<-?\s*(["']?)([A-Za-z_][\w-]*)\1/g)];
  return here.some(([, , word]) => !new RegExp(`\\n\\t*${word}(?:\\n|$)`).test(text));
}
