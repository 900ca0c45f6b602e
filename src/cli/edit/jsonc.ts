import { type Member, readTree, type Tree } from "./jsonc-tree.ts";

/** Changes one value in a JSON text and leaves every other byte, comments included, where it is. */
export function setJson(text: string, path: readonly string[], value: unknown): string {
  if (text.trim() === "") return setJson("{}\n", path, value);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  let tree = readTree(text);
  for (const [depth, key] of path.entries()) {
    if (!tree.members) throw new SyntaxError(`${path.slice(0, depth).join(".") || "The file"} is no object.`);
    const member = last(tree, key);
    if (!member) return insert(text, tree, { key, value: nest(path.slice(depth + 1), value), eol });
    tree = member.tree;
  }
  return (
    text.slice(0, tree.start) + written(value, lineIndent(text, tree.start), text, eol) + text.slice(tree.end)
  );
}

/** Takes one value out. The text comes back unchanged where there is none. */
export function removeJson(text: string, path: readonly string[]): string {
  if (text.trim() === "") return text;
  let tree = readTree(text);
  for (const key of path.slice(0, -1)) {
    const member = last(tree, key);
    if (!member) return text;
    tree = member.tree;
  }
  const member = last(tree, path.at(-1) ?? "");
  return member ? without(text, tree, member) : text;
}

function last({ members = [] }: Tree, key: string): Member | undefined {
  return members.findLast((member) => member.key === key);
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

interface Addition {
  readonly key: string;
  readonly value: unknown;
  readonly eol: string;
}

function insert(text: string, tree: Tree, addition: Addition): string {
  const before = tree.members?.at(-1);
  if (!before) return insertFirst(text, tree, addition);
  return text.slice(tree.start, tree.end).includes("\n")
    ? insertBelow(text, before, addition)
    : insertBeside(text, before, addition);
}

function insertFirst(text: string, { start, end }: Tree, { key, value, eol }: Addition): string {
  const outer = lineIndent(text, start);
  const indent = outer + unit(text);
  const comments = text.slice(start + 1, end - 1).trimEnd();
  const member = `${JSON.stringify(key)}: ${written(value, indent, text, eol)}`;
  return `${text.slice(0, start + 1)}${comments}${eol}${indent}${member}${eol}${outer}${text.slice(end - 1)}`;
}

function insertBeside(text: string, { tree, comma }: Member, { key, value }: Addition): string {
  const rest = comma === undefined ? tree.end : comma + 1;
  return `${text.slice(0, tree.end)}, ${JSON.stringify(key)}: ${JSON.stringify(value)}${text.slice(rest)}`;
}

function insertBelow(text: string, { start, tree, comma }: Member, { key, value, eol }: Addition): string {
  const indent = lineIndent(text, start);
  const from = comma === undefined ? tree.end : comma + 1;
  // A comment on the last member's line stays with that member.
  const tail = /[ \t]*(?:\/\/[^\r\n]*|(?:\/\*[^\n]*?\*\/[ \t]*)+(?=\r?\n))?/y;
  tail.lastIndex = from;
  const rest = from + (tail.exec(text)?.[0].trimEnd().length ?? 0);
  const head = `${text.slice(0, comma ?? tree.end)},${text.slice(from, rest)}`;
  const member = `${JSON.stringify(key)}: ${written(value, indent, text, eol)}`;
  return `${head}${eol}${indent}${member}${comma === undefined ? "" : ","}${text.slice(rest)}`;
}

function without(text: string, tree: Tree, member: Member): string {
  const { members = [] } = tree;
  const previous = members[members.indexOf(member) - 1];
  const from = member.start - (/\r?\n?[ \t]*$/.exec(text.slice(0, member.start))?.[0].length ?? 0);
  const to = member.comma === undefined ? member.tree.end : member.comma + 1;
  const head =
    member.comma === undefined && previous?.comma !== undefined
      ? text.slice(0, previous.comma) + text.slice(previous.comma + 1, from)
      : text.slice(0, from);
  const shorter = head + text.slice(to);
  if (members.length > 1) return shorter;
  const end = tree.end - (text.length - shorter.length);
  const empty = shorter.slice(tree.start + 1, end - 1).trim() === "";
  return empty ? `${shorter.slice(0, tree.start)}{}${shorter.slice(end)}` : shorter;
}

function written(value: unknown, indent: string, text: string, eol: string): string {
  return JSON.stringify(value, undefined, unit(text)).replaceAll("\n", eol + indent);
}

/** White space at the beginning of the line that holds this place. */
function lineIndent(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** What the file indents by. */
function unit(text: string): string {
  return /\n([ \t]+)["}]/.exec(text)?.[1] ?? "  ";
}
