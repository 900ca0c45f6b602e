import { ProtocolFault } from "../errors.ts";

const INVALID_PARAMS = -32_602;

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** One page of a list whose entries have keys. The cursor names the last key shown, so a list that grew still continues. */
export function page<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  request: { cursor?: string | undefined; size: number },
): Page<T> {
  const { cursor, size } = request;
  const start = cursor === undefined ? 0 : all.findIndex((item) => encode(keyOf(item)) === cursor) + 1;
  if (cursor !== undefined && start === 0) {
    throw new ProtocolFault(INVALID_PARAMS, "Invalid cursor: it is none this server gave for this list.");
  }
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  const more = start + size < all.length && last !== undefined;
  return { items, ...(more && { nextCursor: encode(keyOf(last)) }) };
}

function encode(key: string): string {
  return Buffer.from(`after:${key}`).toString("base64url");
}
