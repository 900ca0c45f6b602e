import { hide, type Span } from "./span.ts";

/** For text that arrives in pieces: a secret that lies across two of them is still found. */
export interface RedactingStream {
  /** What can be shown now; the rest is held until it cannot be the start of a secret. */
  push(piece: string): string;
  end(): string;
}

/** `reach`: no secret is written with more letters than this. */
export function redactingStream(find: (text: string) => readonly Span[], reach: number): RedactingStream {
  let held = "";
  return {
    push(piece) {
      const text = held + piece;
      // A secret that starts before this point lies wholly inside the text, however long its kind may be.
      const sure = text.length - reach;
      if (sure <= 0) {
        held = text;
        return "";
      }
      const found = find(text);
      const cut = safeCut(found, sure);
      held = text.slice(cut);
      return hide(
        text.slice(0, cut),
        found.filter((span) => span.end <= cut),
      );
    },
    end() {
      const rest = hide(held, find(held));
      held = "";
      return rest;
    },
  };
}

/** Not within a secret, nor between it and what tells it for one. */
function safeCut(found: readonly Span[], sure: number): number {
  const across = found.find(({ start, end }) => start < sure && end > sure);
  const cut = across?.end ?? sure;
  const told = found.find(({ from, start }) => from !== undefined && from < cut && start >= cut);
  if (!told) return cut;
  return across ? told.end : (told.from ?? cut);
}
