import { randomFillSync } from "node:crypto";

const POOL = Buffer.alloc(6_144);
let used = POOL.length;

/** Bytes nobody can guess. Drawn many at a time: asking for a few costs as much as asking for a thousand. */
export function random(bytes: number): Buffer {
  if (used + bytes > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  const taken = Buffer.from(POOL.subarray(used, used + bytes));
  // What was given away is kept nowhere else.
  POOL.fill(0, used, used + bytes);
  used += bytes;
  return taken;
}
