const MIN_ENCODED = 8;

/**
 * The ways one secret is commonly written: as it is, inside JSON, a URL, XML, single quotes or `printf %q`, as numbers
 * and in base64 at each of its three alignments. Blanks and line ends between the letters are seen through by who looks
 * for them. Reversed, split, compressed or encrypted forms are not among them.
 */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const encoded = [...base64Forms(bytes), ...hexForms(bytes), ...numberForms(bytes)].filter(
    (form) => form.length >= MIN_ENCODED,
  );
  const written = [secret, ...lineForms(secret), ...textForms(secret)].filter((form) => form.length >= 4);
  return [...new Set([...written, ...encoded])];
}

/** A value of several lines is also shown line by line, with other text between. */
function lineForms(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length < 2 ? [] : lines.filter((line) => line.length >= 16);
}

function textForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = safely(() => encodeURIComponent(secret));
  return [
    json,
    json.replaceAll("/", "\\/"),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll("%20", "+"),
    secret.replaceAll("'", "'\\''"),
    secret.replace(/[^A-Za-z0-9_@%+=:,./-]/g, "\\$&"),
    secret.replace(/[&<>"]/g, (letter) => `&${{ "&": "amp", "<": "lt", ">": "gt" }[letter] ?? "quot"};`),
  ];
}

function hexForms(bytes: Buffer): readonly string[] {
  const pairs = bytes.toString("hex").match(/../g) ?? [];
  const joined = [
    pairs.join(""),
    pairs.join(":"),
    pairs.map((pair) => `\\x${pair}`).join(""),
    pairs.map((pair) => `0x${pair}`).join(","),
  ];
  return joined.flatMap((form) => [form, form.replace(/[a-f]/g, (digit) => digit.toUpperCase())]);
}

/** As a list of numbers, and as octal escapes. */
function numberForms(bytes: Buffer): readonly string[] {
  return [
    Array.from(bytes).join(","),
    Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
  ];
}

/** Letters that stay the same whatever bytes come before and after; the outer ones depend on the neighbours. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const from = offset === 0 ? 0 : offset + 1;
    const partial = (bytes.length + offset) % 3 === 0 ? 0 : 1;
    const stable = text.slice(from, text.length - partial);
    return [stable, stable.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function safely(encode: () => string): string {
  try {
    return encode();
  } catch {
    // A lone surrogate cannot be written in a URL.
    return "";
  }
}
