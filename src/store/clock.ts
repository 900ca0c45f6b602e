let second = Number.NaN;
let prefix = "";

/** The time as ISO 8601. Writing a date out costs more than all else in a line of the log: it is done once a second. */
export function isoNow(): string {
  const now = Date.now();
  const ms = now % 1_000;
  if (now - ms !== second) {
    second = now - ms;
    prefix = new Date(second).toISOString().slice(0, -4);
  }
  return `${prefix}${String(ms).padStart(3, "0")}Z`;
}
