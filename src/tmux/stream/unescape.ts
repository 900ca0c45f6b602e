const BACKSLASH = 92;

/** The bytes a pane wrote: on the wire, control characters and backslashes are three octal digits. */
export function unescape(escaped: Buffer): Buffer {
  const first = escaped.indexOf(BACKSLASH);
  if (first < 0) return escaped;
  const bytes = Buffer.allocUnsafe(escaped.length);
  let length = escaped.copy(bytes, 0, 0, first);
  for (let at = first; at < escaped.length; at += 1) {
    const byte = escaped[at] ?? 0;
    if (byte !== BACKSLASH) bytes[length++] = byte;
    else {
      bytes[length++] =
        (digit(escaped, at + 1) << 6) | (digit(escaped, at + 2) << 3) | digit(escaped, at + 3);
      at += 3;
    }
  }
  return bytes.subarray(0, length);
}

function digit(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 48) - 48) & 7;
}
