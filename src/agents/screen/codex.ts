import { type DialogWords, dialogOf } from "./dialog.ts";
import { type Composer, composerText, rowsBelow, segments } from "./frame.ts";
import { lowestList } from "./options.ts";
import { blocked, type Reading, unknown } from "./reading.ts";
import { ended } from "./ended.ts";
import { type Row, type Screen, styleAt } from "./rows.ts";

const GLYPH = /^[›▌](?:\s|$)/;
/** The status line: whatever it says, it ends in a running clock and the interrupt key. */
const STATUS = /^[•◦] .*\((?:\d+h )?(?:\d+m )?\d+s • esc to interrupt\)(?: · .*)?$/;
const DONE = /^\s*(?:─ )?Worked for <?\d/;

const WORDS: DialogWords = [
  ["folder_trust", /Trust this folder\?|trust the contents of this directory|Folder access/i],
  ["auth", /Sign in with ChatGPT|Provide your own API key|device code/i],
  [
    "startup_choice",
    /Hooks need review|Try new model|Use existing model|Update available|Update now|Skip until next version/i,
  ],
  ["plan", /Implement this plan\?/i],
  ["question", /Question \d+\/\d+|enter to submit (?:answer|all)/i],
  [
    "permission",
    /Would you like to |Do you want to |tell Codex what to do differently|Allow Codex|don't ask again/i,
  ],
];

export function readCodex(screen: Screen): Reading {
  const evidence = screen.rows.slice(-8).map(({ text }) => text);
  const end = ended(screen, [/^To continue this session, run/, /^Token usage: total=/]);
  if (end) return end;
  const list = lowestList(screen);
  if (list && asksForKey(rowsBelow(screen, list.last)))
    return blocked(dialogOf(screen, list, WORDS), evidence);
  const last = screen.rows.at(-1);
  if (last && /^\s*press enter to continue\b/i.test(last.text)) {
    const dialog = {
      kind: "startup_choice",
      title: screen.rows[0]?.text.trim() ?? "",
      options: [],
      selected: undefined,
    } as const;
    return blocked(dialog, evidence);
  }
  const composer = findComposer(screen);
  return composer ? aroundComposer(screen, composer) : unknown(evidence);
}

/** An open list is followed by its keys and nothing else; a draft that looks like a list is followed by the footer. */
function asksForKey(below: readonly Row[]): boolean {
  if (below.length === 0 || below.length > 3) return false;
  return (
    below.every(({ indent }) => indent > 0) &&
    below.some(({ text }) => /\benter\b/i.test(text) && !/\? for shortcuts/.test(text))
  );
}

function findComposer(screen: Screen): Composer | undefined {
  const { rows } = screen;
  const at = rows.findLastIndex(({ text }) => GLYPH.test(text));
  if (at < 0) return undefined;
  const below = rows.slice(at + 1);
  if (below.some((row) => !row.blank && row.indent === 0)) return undefined;
  const gap = below.findIndex(({ blank }) => blank);
  const to = gap < 0 ? at + 1 : at + 1 + gap;
  return { top: at, bottom: to - 1, text: composerText(screen, { from: at, to, glyph: GLYPH }) };
}

function aroundComposer(screen: Screen, { top, bottom, text }: Composer): Reading {
  const footer = rowsBelow(screen, bottom);
  const hints = footer.flatMap((row) => segments(row.text));
  const block = lastBlock(screen, top);
  const evidence = [...(block ? [block.text] : []), ...footer.map((row) => row.text)];
  if (block && isStatus(screen, block)) {
    const reason = /Reconnecting/.test(block.text) ? "retrying" : "responding";
    return { state: "busy", reason, draft: text, evidence };
  }
  if (hints.some((hint) => /^(?:Working|Thinking)$/i.test(hint)))
    return { state: "busy", reason: "responding", draft: text, evidence };
  if (block && block.text.startsWith("■ ") && !block.text.startsWith("■ Conversation interrupted"))
    return { state: "failed", reason: failureOf(block), draft: text, evidence };
  if (isStreaming(screen, top, hints)) return { state: "busy", reason: "streaming", draft: text, evidence };
  return { state: "ready", reason: text === "" ? "composer_empty" : "composer_draft", draft: text, evidence };
}

/** The newest row that begins something: a bullet, a square, a prompt, the end of a turn. Long errors wrap to column one. */
function lastBlock({ rows }: Screen, top: number): Row | undefined {
  return rows.slice(0, top).findLast(({ text }) => /^[■•◦✗✔⚠›] /.test(text) || DONE.test(text));
}

/** The same words in a reply stand in normal weight; the status line's clock is dim. */
function isStatus({ styled }: Screen, row: Row): boolean {
  if (!STATUS.test(row.text)) return false;
  return !styled || styleAt(row, row.text.lastIndexOf("(")).dim;
}

function failureOf({ text }: Row): string {
  if (/usage limit|hit your/i.test(text)) return "usage_limit";
  return /sign in|401|unauthorized/i.test(text) ? "auth_required" : "provider_error";
}

/**
 * While text streams Codex draws nothing that says so. But the renderer with the agents footer closes every turn with a
 * "Worked for" line or a square, so a reply under the last prompt without one is still being written.
 */
function isStreaming({ rows }: Screen, top: number, hints: readonly string[]): boolean {
  if (!hints.some((hint) => /^← for agents$/.test(hint))) return false;
  const prompt = rows.findLastIndex((row, at) => at < top && GLYPH.test(row.text));
  if (prompt < 0) return false;
  const reply = rows.slice(prompt + 1, top);
  return (
    reply.some(({ text }) => /^[•◦] /.test(text)) &&
    !reply.some(({ text }) => DONE.test(text) || text.startsWith("■ "))
  );
}
