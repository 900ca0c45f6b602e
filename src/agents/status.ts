import { classify, UNSEEN } from "./classify.ts";
import type { ChannelNews } from "./channel/turn.ts";
import type { Found } from "./pane.ts";
import { type Provider, titleWord } from "./provider.ts";
import type { Dialog, Reading, State } from "./screen/reading.ts";
import { readScreen, type Screen, usefulLines } from "./screen/rows.ts";

/** What is known about an agent at one moment, and who said so. */
export interface Status {
  readonly state: State;
  readonly reason: string;
  readonly dialog?: Dialog | undefined;
  /** What stands in the composer; undefined when none is seen. */
  readonly draft: string | undefined;
  readonly news: ChannelNews;
  readonly evidence: readonly { readonly source: string; readonly says: string }[];
  /** The last useful lines of the screen. */
  readonly lines: readonly string[];
  /** What a failed turn says about itself. */
  readonly error?: string | undefined;
  readonly command: string | undefined;
  readonly at: number;
}

/** A title can be ahead of the screen: the dialog it tells of is drawn a moment later, or it is one nobody knows. */
export function isForetold({ state, reason, dialog }: Status): boolean {
  return state === "blocked" && reason === UNSEEN && dialog === undefined;
}

/** Puts the sources in order: the program's own files, its title, its screen. A lower one can only take `ready` away. */
export function judge(provider: Provider, found: Found, news: ChannelNews): Status {
  const shared = { news, at: Date.now() };
  if (found.kind !== "found") {
    const reason = found.kind === "moved" ? "ambiguous_target" : "pane_gone";
    const state: State = found.kind === "moved" ? "blocked" : "exited";
    return {
      ...shared,
      state,
      reason,
      draft: undefined,
      evidence: [{ source: "tmux", says: reason }],
      lines: [],
      command: undefined,
    };
  }
  const { view } = found;
  const screen = readScreen(view.capture);
  const lines = usefulLines(screen);
  const seen = classify(provider, view.capture, { title: view.title });
  const evidence = [
    ...news.sources.map((says) => ({ source: "files", says })),
    { source: "title", says: view.title },
    { source: "screen", says: `${seen.state}: ${seen.reason}` },
  ];
  const rest = { ...shared, draft: seen.draft, evidence, lines, command: view.command };
  if (view.dead) return { ...rest, state: "exited", reason: "program_ended" };
  if (view.inMode) return { ...rest, state: "unknown", reason: "copy_mode" };
  if (seen.state === "blocked")
    return { ...rest, state: "blocked", reason: seen.reason, dialog: seen.dialog };
  if (news.phase === "busy") return { ...rest, state: "busy", reason: "responding" };
  // It says that it waits, and nothing is drawn yet, or nothing any more: the next look tells.
  if (news.phase === "waiting") return { ...rest, state: "busy", reason: "waiting" };
  if (seen.state === "busy" && seen.reason === "background_work" && news.phase === "idle")
    return { ...rest, state: "ready", reason: "background_work" };
  const certain = news.phase === "idle" || titleWord(provider, view.title) === "idle" || !provider.files;
  if ((seen.state === "ready" || seen.state === "failed") && !certain)
    return { ...rest, state: "unknown", reason: "not_confirmed" };
  // Last words on the screen while the process lives: it is on its way out, or they were printed by something else.
  if (seen.state === "exited") return { ...rest, state: "unknown", reason: "leaving" };
  const error = seen.state === "failed" ? errorOf(news, screen, seen) : undefined;
  return { ...rest, state: seen.state, reason: seen.reason, error };
}

/** The program's own record of the error; else what its screen says, from the row that told to the next empty one. */
function errorOf(
  { turns }: ChannelNews,
  { rows }: Screen,
  { evidence: [first] }: Reading,
): string | undefined {
  const last = turns.at(-1);
  if (last?.outcome === "failed" && last.error) return last.error;
  const from = rows.findLastIndex(({ text }) => text === first);
  if (from < 0) return first;
  const length = rows.slice(from).findIndex(({ blank }) => blank);
  const told = rows.slice(from, length < 0 ? undefined : from + length);
  return told.map(({ text }) => text.trim()).join("\n");
}
