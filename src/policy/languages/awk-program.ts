export interface AwkEffects {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Reasons why it is more than a filter. */
  readonly reasons: readonly string[];
}

type Token = { readonly kind: "string" | "regex" | "word" | "symbol" | "end"; readonly text: string };

/** Finds output, input and commands in an awk program. What cannot be told apart counts as a reason. */
export function readAwk(source: string): AwkEffects {
  const tokens = tokenize(source);
  const reads: string[] = [];
  const writes: string[] = [];
  const reasons = new Set<string>();
  if (tokens === undefined) return { reads, writes, reasons: ["the awk program cannot be read"] };
  let printing = false;
  let depth = 0;
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    const before = tokens[at - 1];
    if (token.kind === "word") {
      if (token.text === "print" || token.text === "printf") {
        printing = true;
        depth = 0;
      }
      if (token.text === "system") reasons.add("the awk program runs a command");
      if (token.text === "getline" && next?.text === "<") file(tokens[at + 2], reads, "reads a file");
      else if (token.text === "getline" && tokens[at + 2]?.text === "<")
        file(tokens[at + 3], reads, "reads a file");
      else if (token.text === "getline" && next?.text !== "<")
        reasons.add("the awk program reads more input with getline");
      if (token.text === "close" || token.text === "fflush") return;
      if (token.text === "ENVIRON" || token.text === "PROCINFO")
        reasons.add("the awk program reads the environment");
      if (token.text === "ARGV" || token.text === "ARGC" || token.text === "FS_INPUT")
        reasons.add("the awk program changes its own arguments");
    }
    if (token.kind === "symbol") {
      if (token.text === "(" || token.text === "[") depth += 1;
      if (token.text === ")" || token.text === "]") depth -= 1;
      if (token.text === "|" || token.text === "|&") reasons.add("the awk program starts a command");
      if (token.text === "@") reasons.add("the awk program loads code or calls by name");
      if (printing && depth === 0 && (token.text === ">" || token.text === ">>")) {
        file(next, writes, "writes a file");
        printing = false;
      }
      if ([";", "}", "\n", "{"].includes(token.text) && depth <= 0) printing = false;
    }
    if (token.kind === "string" && token.text.startsWith("/inet"))
      reasons.add("the awk program opens the network");
    if (token.kind === "word" && before?.text === "@")
      reasons.add("the awk program loads code or calls by name");
  });
  return { reads, writes, reasons: [...reasons] };

  function file(token: Token | undefined, into: string[], what: string): void {
    if (token?.kind === "string") {
      into.push(token.text);
      if (what === "writes a file" && /^\/dev\/(stdout|stderr|null)$/.test(token.text)) return;
    }
    reasons.add(`the awk program ${what}`);
  }
}

const LONGEST = 16_384;

function tokenize(source: string): Token[] | undefined {
  if (source.length > LONGEST) return undefined;
  const tokens: Token[] = [];
  // `if (x) /a/` and `(x) / a` look alike up to the slash; where both are possible, neither is guessed.
  if (/\b(if|while|for)\b/.test(source) && /\)\s*\//.test(source)) return undefined;
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const char = source.charAt(at);
    if (char === "\\" && source.charAt(at + 1) === "\n") at += 2;
    else if (/[ \t\r]/.test(char)) at += 1;
    else if (char === "#") at += /^[^\n]*/.exec(rest)?.[0].length ?? 1;
    else if (char === '"') {
      const match = /^"((?:[^"\\\n]|\\[\s\S])*)"/.exec(rest);
      if (match === null) return undefined;
      const inside = match[1] ?? "";
      tokens.push({ kind: "string", text: unescaped(inside) });
      at += match[0].length;
    } else if (char === "/" && regexMayStart(tokens.at(-1))) {
      const match = /^\/(?:[^/\\\n[]|\\.|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\])*\//.exec(rest);
      if (match === null) return undefined;
      tokens.push({ kind: "regex", text: match[0] });
      at += match[0].length;
    } else if (/[A-Za-z_0-9.$]/.test(char)) {
      const word = /^(\$|[A-Za-z_][A-Za-z_0-9]*(::\w+)?|[0-9.]+([eE][+-]?\d+)?)/.exec(rest)?.[0] ?? char;
      tokens.push({ kind: "word", text: word });
      at += word.length;
    } else {
      const symbol = /^(\|\||&&|\|&|>>|>=|<=|==|!=|!~|\+\+|--|\*\*|[-+*/%^]=|[\s\S])/.exec(rest)?.[0] ?? char;
      tokens.push({ kind: "symbol", text: symbol });
      at += symbol.length;
    }
  }
  return tokens;
}

/** After a value a slash divides; anywhere else it opens a pattern. */
function regexMayStart(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === "string" || before.kind === "regex") return false;
  if (before.kind === "word")
    return /^(print|printf|return|in|case|getline|delete|exit|else|do|BEGIN|END)$/.test(before.text);
  return ![")", "]", "++", "--"].includes(before.text);
}

function unescaped(value: string): string {
  return value
    .replaceAll(/\\x([0-9a-fA-F]{1,2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)))
    .replaceAll(/\\(.)/g, "$1");
}
