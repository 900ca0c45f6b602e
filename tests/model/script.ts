/**
 * What the model does is written in the prompt it gets: each line `play:<act> …` is one answer of the model, in order.
 * The server keeps no conversation: how many answers already follow the prompt says which line is next.
 *
 *   play:say Hello\nthere           play:run touch x            play:error 529 2   (the first 2 tries; no number: all)
 *   play:slow 10 300                play:escalate touch /x      play:hang 5        (seconds of silence)
 *   play:think 4 250                play:write f.txt text       play:drop 3        (chunks, then a cut connection)
 *   play:long 200                   play:edit f.txt a => b      play:ask Which? | red | blue
 *   play:plan First, then second
 */
export interface Act {
  readonly name: string;
  readonly rest: string;
  /** Tells one act of one prompt from all others, to count its tries. */
  readonly key: string;
}

export interface Message {
  readonly from: "person" | "model" | "tool";
  readonly text: string;
}

/** What a model sends in one answer, before a dialect puts it on the wire. */
export interface Performance {
  readonly thoughts: readonly string[];
  readonly words: readonly string[];
  readonly pauseMs: number;
  readonly tool?: ToolWish;
  readonly cut?: boolean;
}

export type ToolWish =
  | { readonly kind: "shell"; readonly command: string; readonly escalate: boolean }
  | { readonly kind: "write"; readonly path: string; readonly content: string }
  | { readonly kind: "edit"; readonly path: string; readonly from: string; readonly to: string }
  | { readonly kind: "ask"; readonly question: string; readonly answers: readonly string[] }
  | { readonly kind: "plan"; readonly plan: string };

const LINE = /^[ \t]*play:([a-z]+)(?:[ \t]+(.*))?$/gm;

function actsIn(text: string): Omit<Act, "key">[] {
  return [...text.matchAll(LINE)].map(([, name = "", rest = ""]) => ({ name, rest: rest.trim() }));
}

export function nextAct(messages: readonly Message[]): Act {
  const at = messages.findLastIndex(({ from, text }) => from === "person" && actsIn(text).length > 0);
  const newest = messages.findLast(({ from }) => from === "person");
  const prompt = messages[at];
  if (
    !prompt ||
    (newest && newest !== prompt && actsIn(newest.text).length === 0 && isNewer(messages, newest, at))
  )
    return { name: "say", rest: `Heard: ${newest?.text.trim().slice(0, 200) ?? ""}`, key: "plain" };
  const acts = actsIn(prompt.text);
  const done = answersAfter(messages, at);
  const act = acts[done];
  return act
    ? { ...act, key: `${at}/${done}/${act.name} ${act.rest}` }
    : { name: "say", rest: "All done.", key: "end" };
}

/** A prompt a person sent after the scripted one was answered; what programs add around it does not count. */
function isNewer(messages: readonly Message[], message: Message, at: number): boolean {
  const answered = messages.slice(at, messages.indexOf(message)).some(({ from }) => from === "model");
  return answered && !/^\s*<[a-z_-]+>/i.test(message.text) && message.text.trim() !== "";
}

/** Answers of the model, where words and a tool call of one answer may come as two messages. */
function answersAfter(messages: readonly Message[], at: number): number {
  let answers = 0;
  for (let i = at + 1; i < messages.length; i += 1) {
    if (messages[i]?.from === "model" && messages[i - 1]?.from !== "model") answers += 1;
  }
  return answers;
}

export function perform({ name, rest }: Act): Performance {
  const [first = "", ...others] = rest.split(/\s+/);
  const count = (fallback: number) => Number(first) || fallback;
  const pause = (fallback: number) => Number(others[0]) || fallback;
  const quick = { thoughts: [], pauseMs: 10 };
  switch (name) {
    case "slow": {
      const n = count(8);
      return { ...quick, words: numbered(n, (i) => `piece ${i} of ${n}. `), pauseMs: pause(250) };
    }
    case "think":
      return {
        thoughts: numbered(count(4), (i) => `Weighing point ${i}. `),
        words: ["Thought about it."],
        pauseMs: pause(250),
      };
    case "long":
      return { ...quick, words: numbered(count(100), (i) => `row ${i}\n`), pauseMs: 1 };
    case "drop":
      return { ...quick, words: numbered(count(3), (i) => `bit ${i} `), pauseMs: 80, cut: true };
    case "run":
    case "escalate":
      return {
        ...quick,
        words: ["Running it."],
        tool: { kind: "shell", command: rest, escalate: name === "escalate" },
      };
    case "write":
      return {
        ...quick,
        words: ["Writing it."],
        tool: { kind: "write", path: first, content: `${others.join(" ")}\n` },
      };
    case "edit": {
      const [from = "", to = ""] = others.join(" ").split(" => ");
      return { ...quick, words: ["Editing it."], tool: { kind: "edit", path: first, from, to } };
    }
    case "ask": {
      const [question = "", ...answers] = rest.split("|").map((part) => part.trim());
      return { ...quick, words: [], tool: { kind: "ask", question, answers } };
    }
    case "plan":
      return { ...quick, words: [], tool: { kind: "plan", plan: rest } };
    default:
      return { ...quick, words: pieces(rest.replaceAll("\\n", "\n")) };
  }
}

function numbered(n: number, line: (i: number) => string): string[] {
  return Array.from({ length: n }, (_, i) => line(i + 1));
}

function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,30}/g) ?? ["."];
}
