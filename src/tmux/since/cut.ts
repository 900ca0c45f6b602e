import type { CaptureSinceResult } from "../models.ts";

export interface Caps {
  readonly maxLines?: number | null | undefined;
  readonly maxBytes?: number | null | undefined;
}

/** The newest lines are kept. */
export function cut(
  lines: readonly string[],
  { maxLines, maxBytes }: Caps,
): Pick<CaptureSinceResult, "lines" | "truncated" | "truncated_lines" | "truncated_bytes"> {
  const size = (all: readonly string[]) =>
    all.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) - (all.length > 0 ? 1 : 0);
  const before = size(lines);
  let kept = maxLines ? lines.slice(-maxLines) : [...lines];
  if (maxBytes) {
    let bytes = size(kept);
    let drop = 0;
    while (bytes > maxBytes && drop < kept.length - 1) bytes -= Buffer.byteLength(kept[drop++] ?? "") + 1;
    kept = kept.slice(drop);
    if (bytes > maxBytes)
      kept = [
        Buffer.from(kept[0] ?? "")
          .subarray(-maxBytes)
          .toString()
          .replace(/^\uFFFD+/, ""),
      ];
  }
  const after = size(kept);
  return {
    lines: kept,
    truncated: after < before,
    truncated_lines: lines.length - kept.length,
    truncated_bytes: before - after,
  };
}
