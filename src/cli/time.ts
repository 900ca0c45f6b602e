const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A point in time as a person writes it: `15m`, `2h` or `3d` ago, a date, or a date and time. */
export function readTime(text: string, now: number = Date.now()): number | undefined {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text);
  if (ago) return now - Number(ago[1]) * (UNITS[ago[2] ?? ""] ?? 0);
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
