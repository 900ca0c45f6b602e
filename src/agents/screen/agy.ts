import { type DialogWords, dialogOf } from "./dialog.ts";
import { type Composer, framedComposer, rowsBelow } from "./frame.ts";
import { lowestList } from "./options.ts";
import { blocked, type Reading, unknown } from "./reading.ts";
import { ended } from "./ended.ts";
import type { Row, Screen } from "./rows.ts";

const GLYPH = /^>(?:\s|$)/;
const SPINNER = /^\s?[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⣾⣷⣯⣟⡿⢿⣻⣽] \p{L}/u;

const WORDS: DialogWords = [
  ["folder_trust", /Trust this (?:workspace|folder)|trust the contents of this project/i],
  ["permission", /Requesting permission for:|Do you want to proceed\?|Run this command\?/i],
  ["settings_persist", /settings\.json|Allow for session|Awaiting confirmation/i],
  ["auth", /Sign in|Log in|authenticate/i],
];

export function readAgy(screen: Screen): Reading {
  const evidence = screen.rows.slice(-8).map(({ text }) => text);
  const end = ended(screen, [/^Resume with: agy /, /^agy --conversation /]);
  if (end) return end;
  const composer = framedComposer(screen, GLYPH);
  if (composer) return aroundComposer(screen, composer);
  const list = lowestList(screen);
  // An open list ends the screen: its keys, then the footer.
  if (list && rowsBelow(screen, list.last).length <= 3) return named(dialogOf(screen, list, WORDS), evidence);
  return unknown(evidence);
}

function aroundComposer(screen: Screen, { top, bottom, text }: Composer): Reading {
  const footer = rowsBelow(screen, bottom);
  const evidence = footer.map((row) => row.text);
  if (footer.some((row) => SPINNER.test(row.text) || /^esc to cancel\b/.test(row.text)))
    return { state: "busy", reason: "responding", draft: text, evidence };
  const asked = askedAbove(screen, top);
  if (asked) return asked;
  const ready = footer.some((row) => /^\? for shortcuts\b/.test(row.text));
  if (!ready) return unknown(evidence);
  return { state: "ready", reason: text === "" ? "composer_empty" : "composer_draft", draft: text, evidence };
}

/** Agy can ask right above a composer that stays on the screen: the question's last row then touches the composer. */
function askedAbove(screen: Screen, top: number): Reading | undefined {
  const at = screen.rows.findLastIndex((row, index) => index < top && !row.blank);
  const last = screen.rows[at];
  if (!last) return undefined;
  const evidence = screen.rows.slice(Math.max(0, at - 8), at + 1).map(({ text }) => text);
  if (/^\[[yY]\/[nN]\]$|^\([yY]\/[nN]\)$/.test(last.text)) {
    const title = firstOfParagraphs(screen, at);
    const kind = /trust|workspace|folder|project/i.test(title)
      ? ("folder_trust" as const)
      : ("settings_persist" as const);
    return named({ kind, title, options: [], selected: undefined }, evidence);
  }
  if (!/^\s*↑\/↓ Navigate · /.test(last.text)) return undefined;
  const list = lowestList(screen, 0, at);
  return list ? named(dialogOf(screen, list, WORDS), evidence) : undefined;
}

function firstOfParagraphs({ rows }: Screen, at: number): string {
  const above: Row[] = rows.slice(0, at);
  const rule = above.findLastIndex(({ text }) => /^─{8,}$/.test(text));
  return (
    above
      .slice(rule + 1)
      .find(({ blank }) => !blank)
      ?.text.trim() ?? ""
  );
}

/** Agy's reasons carry its name, and its command permission is told from the others by the word. */
function named(dialog: Parameters<typeof blocked>[0], evidence: readonly string[]): Reading {
  const reading = blocked(dialog, evidence, "agy_");
  return dialog.kind === "permission" ? { ...reading, reason: "agy_command_permission_prompt" } : reading;
}
