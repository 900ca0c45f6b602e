type Token =
  | { readonly kind: "star" }
  | { readonly kind: "any" }
  | { readonly kind: "one"; readonly accepts: (char: string) => boolean };

const read = new Map<string, readonly Token[]>();
const MOST_PATTERNS = 500;

/**
 * Whether a single name matches a shell pattern, in time proportional to both. A leading dot needs no special
 * care: too wide is safe here.
 */
export function matchesName(pattern: string, name: string): boolean {
  let tokens = read.get(pattern);
  if (tokens === undefined) {
    tokens = tokensOf(pattern);
    if (read.size >= MOST_PATTERNS) read.clear();
    read.set(pattern, tokens);
  }
  const chars = Array.from(name);
  let at = 0;
  let token = 0;
  // On a mismatch only the last star may take one more character; earlier ones need not be tried again.
  let starToken = -1;
  let starAt = 0;
  while (at < chars.length) {
    const current = tokens[token];
    if (current?.kind === "star") {
      starToken = token;
      starAt = at;
      token += 1;
    } else if (current !== undefined && (current.kind === "any" || current.accepts(chars[at] ?? ""))) {
      at += 1;
      token += 1;
    } else if (starToken >= 0) {
      token = starToken + 1;
      starAt += 1;
      at = starAt;
    } else return false;
  }
  while (tokens[token]?.kind === "star") token += 1;
  return token === tokens.length;
}

function tokensOf(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  const chars = Array.from(pattern);
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? "";
    if (char === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (char === "?") tokens.push({ kind: "any" });
    else if (char === "[") {
      const end = chars.indexOf("]", at + (chars[at + 1] === "]" ? 2 : 1));
      tokens.push(end < 0 ? exactly("[") : bracket(chars.slice(at + 1, end).join("")));
      if (end >= 0) at = end;
    } else tokens.push(exactly(char));
  }
  return tokens;
}

const exactly = (char: string): Token => ({ kind: "one", accepts: (other) => other === char });

/** A bracket that is not a plain list of characters is taken to match any of them. */
function bracket(inside: string): Token {
  if (!/^[A-Za-z0-9_.]+$/.test(inside)) return { kind: "any" };
  return { kind: "one", accepts: (char) => inside.includes(char) };
}

/** Whether the first components of a pattern match all components of a path. */
export function matchesStart(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length >= path.length && path.every((part, at) => matchesName(pattern[at] ?? "", part));
}
