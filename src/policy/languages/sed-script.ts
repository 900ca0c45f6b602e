/** What a sed program does besides editing its stream. */
export interface SedEffects {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly runs: boolean;
  /** Not understood: then nothing is said about it. */
  readonly unread: boolean;
}

const LONGEST = 4_096;

/** Reads a sed program far enough to find `r R w W e` and the flags of `s`. */
export function readSed(source: string): SedEffects {
  if (source.length > LONGEST) return { reads: [], writes: [], runs: false, unread: true };
  const reads: string[] = [];
  const writes: string[] = [];
  let runs = false;
  let at = 0;
  const fail = (): SedEffects => ({ reads, writes, runs, unread: true });
  const line = (): string => {
    const end = source.indexOf("\n", at);
    const text = source.slice(at, end < 0 ? undefined : end);
    at = end < 0 ? source.length : end;
    return text.trim();
  };

  /** Skips to the character after the closing delimiter; false when there is none. */
  const section = (delimiter: string): boolean => {
    for (; at < source.length; at += 1) {
      const char = source.charAt(at);
      if (char === "\\") at += 1;
      else if (char === delimiter) {
        at += 1;
        return true;
      } else if (char === "[" && delimiter !== "[") {
        // A bracket expression may hold the delimiter itself.
        const close = source.slice(at).match(/^\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]])*\]/);
        if (close) at += close[0].length - 1;
      } else if (char === "\n") return false;
    }
    return false;
  };
  const address = (): boolean => {
    const simple = /^(\d+(~\d+)?|\$|\+\d+|~\d+)/.exec(source.slice(at));
    if (simple) {
      at += simple[0].length;
      return true;
    }
    const char = source.charAt(at);
    if (char !== "/" && char !== "\\") return true;
    at += char === "/" ? 1 : 2;
    if (!section(char === "/" ? "/" : source.charAt(at - 1))) return false;
    while (/[IM]/.test(source.charAt(at))) at += 1;
    return true;
  };

  while (at < source.length) {
    while (/[\s;{}]/.test(source.charAt(at))) at += 1;
    if (at >= source.length) break;
    if (!address()) return fail();
    while (/\s/.test(source.charAt(at)) && source.charAt(at) !== "\n") at += 1;
    if (source.charAt(at) === ",") {
      at += 1;
      while (source.charAt(at) === " ") at += 1;
      if (!address()) return fail();
    }
    while (/[ \t!]/.test(source.charAt(at))) at += 1;
    const command = source.charAt(at);
    at += 1;
    switch (command) {
      case "{":
      case "}":
      case "=":
      case "d":
      case "D":
      case "g":
      case "G":
      case "h":
      case "H":
      case "n":
      case "N":
      case "p":
      case "P":
      case "x":
      case "z":
      case "F":
      case "":
        break;
      case "l":
      case "q":
      case "Q":
      case "L":
        at += /^ *\d*/.exec(source.slice(at))?.[0].length ?? 0;
        break;
      case "b":
      case "t":
      case "T":
      case ":":
        at += /^[^;\n}]*/.exec(source.slice(at))?.[0].length ?? 0;
        break;
      case "#":
        line();
        break;
      case "a":
      case "i":
      case "c":
        // The text may go on after a backslash at the end of a line.
        while (line().endsWith("\\") && at < source.length) at += 1;
        break;
      case "r":
      case "R":
        reads.push(line());
        break;
      case "w":
      case "W":
        writes.push(line());
        break;
      case "e":
        runs = true;
        line();
        break;
      case "y": {
        const delimiter = source.charAt(at);
        at += 1;
        if (!section(delimiter) || !section(delimiter)) return fail();
        break;
      }
      case "s": {
        const delimiter = source.charAt(at);
        at += 1;
        if (delimiter === "" || delimiter === "\n" || delimiter === "\\") return fail();
        if (!section(delimiter)) return fail();
        if (!replacement(delimiter)) return fail();
        const flags = /^[gpiImM0-9e]*/.exec(source.slice(at))?.[0] ?? "";
        at += flags.length;
        if (flags.includes("e")) runs = true;
        if (source.charAt(at) === "w") {
          at += 1;
          writes.push(line());
        }
        break;
      }
      default:
        return fail();
    }
    if (at < source.length && !/[\s;}{#]/.test(source.charAt(at)) && !/[{};]/.test(command)) return fail();
  }
  return { reads, writes, runs, unread: false };

  function replacement(delimiter: string): boolean {
    for (; at < source.length; at += 1) {
      if (source.charAt(at) === "\\") at += 1;
      else if (source.charAt(at) === delimiter) {
        at += 1;
        return true;
      }
    }
    return false;
  }
}
