import { type Provider, titleWord } from "./provider.ts";
import { look } from "./screen/look.ts";
import { type Reading, unknown } from "./screen/reading.ts";
import { readScreen } from "./screen/rows.ts";

/** The title tells of a dialog the screen does not show. */
export const UNSEEN = "unrecognized_dialog";

/**
 * What a captured screen says, plain or with escapes. Only the visible rows are read, from the bottom up. A title can make a
 * reading more careful (idle-looking but busy, idle-looking but asked for); it never makes an uncertain screen ready.
 */
export function classify(
  provider: Pick<Provider, "screen" | "titles">,
  capture: string,
  { title }: { readonly title?: string | undefined } = {},
): Reading {
  const screen = readScreen(capture);
  if (screen.rows.length === 0) return unknown([]);
  const seen = look(screen, provider.screen);
  const said = title === undefined ? undefined : titleWord(provider, title);
  if (said === undefined) return seen;
  const evidence = [...seen.evidence, `title: ${title}`];
  if (said === "busy" && (seen.state === "ready" || seen.state === "failed"))
    return { ...seen, state: "busy", reason: "title_busy", evidence };
  if (said === "blocked" && seen.state !== "blocked" && seen.state !== "exited")
    return { ...seen, state: "blocked", reason: UNSEEN, evidence };
  // On the screen only a missing line tells a reply that is being written; the title tells it for certain.
  if (said === "idle" && seen.reason === "streaming")
    return {
      ...seen,
      state: "ready",
      reason: seen.draft === "" ? "composer_empty" : "composer_draft",
      evidence,
    };
  return { ...seen, evidence };
}
