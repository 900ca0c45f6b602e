/** What a tool says about an answer whose head was cut because it was too long; see `shortened` of a tool. */

interface Output {
  readonly output?: readonly string[] | undefined;
  readonly output_truncated?: boolean | undefined;
  readonly output_truncated_lines?: number | undefined;
}

export function shortenedOutput<T extends Output>(kept: T, whole: T): T {
  const lines = (whole.output?.length ?? 0) - (kept.output?.length ?? 0);
  const before = whole.output_truncated_lines ?? 0;
  return { ...kept, output_truncated: true, output_truncated_lines: before + lines };
}

interface Text {
  readonly content: string;
  readonly content_truncated?: boolean | undefined;
  readonly content_truncated_lines?: number | undefined;
}

export function shortenedContent<T extends Text>(kept: T, whole: T): T {
  const before = whole.content_truncated_lines ?? 0;
  return {
    ...kept,
    content_truncated: true,
    content_truncated_lines: before + linesGone(kept.content, whole.content),
  };
}

/** Line ends that are gone, so that a half line left of a single long one counts as none. */
export function linesGone(kept: string, whole: string): number {
  return whole.split("\n").length - kept.split("\n").length;
}

export function bytesGone(kept: string, whole: string): number {
  return Buffer.byteLength(whole) - Buffer.byteLength(kept);
}
