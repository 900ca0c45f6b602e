const compiled = new Map<string, RegExp>();
const MOST_PATTERNS = 500;

/** Whether a single name matches a shell pattern. A leading dot needs no special care: too wide is safe here. */
export function matchesName(pattern: string, name: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(`^${source(pattern)}$`, "su");
    if (compiled.size >= MOST_PATTERNS) compiled.clear();
    compiled.set(pattern, expression);
  }
  return expression.test(name);
}

/** `*` runs are folded and kept lazy-free so that hostile patterns cannot make matching slow. */
function source(pattern: string): string {
  let out = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (char === "*") {
      if (!out.endsWith(".*")) out += ".*";
    } else if (char === "?") out += ".";
    else if (char === "[") {
      const end = pattern.indexOf("]", pattern.charAt(at + 1) === "]" ? at + 2 : at + 1);
      // A bracket we do not read exactly is taken to match any character.
      out += end < 0 ? "\\[" : bracket(pattern.slice(at + 1, end));
      if (end >= 0) at = end;
    } else out += /[\w\s]/.test(char) || char > "\u007f" ? char : `\\${char}`;
  }
  return out;
}

function bracket(inside: string): string {
  return /^[A-Za-z0-9_.]+$/.test(inside) ? `[${inside}]` : ".";
}

/** Whether the first components of a pattern match all components of a path. */
export function matchesStart(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length >= path.length && path.every((part, at) => matchesName(pattern[at] ?? "", part));
}
