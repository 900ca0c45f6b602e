const CONTEXT = 3;

export interface DiffLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** What changed between two texts that differ in one place. */
export function diff(before: string, after: string): DiffLine[] {
  const old = before.split(/\r?\n/);
  const fresh = after.split(/\r?\n/);
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < fresh.length - head &&
    old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]
  )
    tail++;
  const marked = (mark: DiffLine["mark"], lines: readonly string[]) => lines.map((text) => ({ mark, text }));
  return [
    ...marked(" ", old.slice(Math.max(0, head - CONTEXT), head)),
    ...marked("-", old.slice(head, old.length - tail)),
    ...marked("+", fresh.slice(head, fresh.length - tail)),
    ...marked(" ", old.slice(old.length - tail, old.length - tail + CONTEXT)),
  ];
}
