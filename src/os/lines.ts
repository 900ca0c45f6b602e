/** The lines of a stream, ended by a newline and by nothing else: readline would also split at U+2028 inside a text. */
export async function* linesOf(input: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  for await (const chunk of input) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      yield Buffer.concat([...pending, bytes.subarray(from, end)]).toString();
      pending = [];
      from = end + 1;
    }
    if (from < bytes.length) pending.push(bytes.subarray(from));
  }
  if (pending.length > 0) yield Buffer.concat(pending).toString();
}
