/** The same value with every string in it passed through `text`; the very same where nothing changed. */
export function deep(value: unknown, text: (input: string) => string): unknown {
  return within(value, once(text));
}

/** Longer strings hardly ever come twice. */
const LONGEST_REMEMBERED = 64;

/** A list of many rows has the same names in each of them, and mostly the same few values. */
function once(text: (input: string) => string): (input: string) => string {
  const known = new Map<string, string>();
  return (input) => {
    if (input.length > LONGEST_REMEMBERED) return text(input);
    const seen = known.get(input);
    if (seen !== undefined) return seen;
    const shown = text(input);
    known.set(input, shown);
    return shown;
  };
}

function within(value: unknown, text: (input: string) => string): unknown {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) {
    if (value.length > 1 && value.every((item) => typeof item === "string")) return lines(value, text);
    const items = value.map((item: unknown) => within(item, text));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value === null || typeof value !== "object") return value;
  let changed = false;
  const fields: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const name = text(key);
    const shown = within(item, text);
    changed ||= name !== key || shown !== item;
    fields.push([name, shown]);
  }
  return changed ? Object.fromEntries(fields) : value;
}

/** A list of strings is mostly rows of one text, and a secret may run over several of them. */
function lines(items: readonly string[], text: (input: string) => string): readonly string[] {
  const whole = items.join("\n");
  const shown = text(whole);
  if (shown === whole) return items;
  const rows = shown.split("\n");
  let from = 0;
  return items.map((item) => {
    const to = from + item.split("\n").length;
    const own = rows.slice(from, to).join("\n");
    from = to;
    return own;
  });
}
