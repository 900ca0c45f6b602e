import { stringify } from "smol-toml";

/** Puts one table into a TOML text, in place of the one of that name or at the end. */
export function setToml(text: string, path: readonly string[], value: object): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const table = stringify(path.reduceRight<object>((inner, key) => ({ [key]: inner }), value))
    .trimEnd()
    .replaceAll("\n", eol);
  const { before, after } = around(text, path);
  const head = before.trimEnd() === "" ? "" : before.trimEnd() + eol + eol;
  const tail = after.trimStart() === "" ? "" : eol + after;
  return `${head}${table}${eol}${tail}`;
}

/** Takes the table and the tables below it out. */
export function removeToml(text: string, path: readonly string[]): string {
  const { before, after } = around(text, path);
  if (before.length + after.length === text.length) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  if (after.trim() === "") return before.trimEnd() === "" ? "" : before.trimEnd() + eol;
  return before + after;
}

/**
 * What stands before and after the table's lines. It looks at header lines only; whoever calls it compares the parsed
 * texts afterwards, so a header inside a long string is a refusal and not a loss.
 */
function around(text: string, path: readonly string[]): { before: string; after: string } {
  const lines = text.split(/(?<=\n)/);
  const ours = lines.map((line) => {
    const header = headerOf(line);
    return header && path.every((key, index) => header[index] === key);
  });
  const first = ours.indexOf(true);
  if (first < 0) return { before: text, after: "" };
  let end = first + 1;
  while (end < lines.length && (ours[end] || !headerOf(lines[end] ?? ""))) end++;
  // Comments right above the next header belong to that one.
  let keep = end;
  while (end < lines.length && keep > first + 1 && /^(#|$)/.test(lines[keep - 1]?.trim() ?? "")) keep--;
  const blank = lines.slice(keep, end).findIndex((line) => line.trim() !== "");
  const from = blank < 0 ? end : keep + blank;
  return { before: lines.slice(0, first).join(""), after: lines.slice(from).join("") };
}

/** The keys of `[a."b c".d]`, or nothing where the line is no header. */
function headerOf(line: string): string[] | undefined {
  const header = /^\s*\[\[?([^[\]]+)\]\]?\s*(?:#.*)?$/.exec(line.trimEnd())?.[1];
  return header?.match(/"[^"]*"|'[^']*'|[\w-]+/g)?.map((key) => key.replace(/^["']|["']$/g, ""));
}
