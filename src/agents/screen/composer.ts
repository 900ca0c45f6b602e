import { type Composer, composerText, framedComposer, isRule, rowsBelow, segments } from "./frame.ts";
import { CHOOSER } from "./dialog.ts";
import { blocked, type Reading, unknown } from "./reading.ts";
import { type Row, type Screen, styleAt } from "./rows.ts";
import type { Around, BareComposer, BusySign, ScreenRules } from "./rules.ts";

/** A frame around a composer that is in use: its footer stands below it, and nothing came after. */
export function findFramed(screen: Screen, rules: ScreenRules): Composer | undefined {
  const found = rules.framed === false ? undefined : framedComposer(screen, rules);
  if (!found) return undefined;
  const below = rowsBelow(screen, found.bottom);
  if (rules.footed && !below.some(({ text }) => rules.footed?.test(text))) return undefined;
  if (found.text === "" && below.length === 0) return undefined;
  return SHELL.test(below.at(-1)?.text ?? "") ? undefined : found;
}

/** The row behind the last message in a frame: what stands in it was sent, whatever it looks like. */
export function belowSent(screen: Screen, rules: ScreenRules): number {
  const sent = rules.footed ? framedComposer(screen, rules) : undefined;
  return sent ? sent.bottom + 1 : 0;
}

/** A shell's prompt: whoever drew the frame has left. */
const SHELL = /^(?:[^\s@]+@[^\s:]+[:\s].*[$#%]|(?:ba|z)?sh-[\d.]+[$#]|\[.*\][$#]|[~/]\S* ?[$#%]|[$#%❯])$/;

/** `sure`: those alone that a footer tells from a list. */
export function findBare(screen: Screen, rules: ScreenRules, sure: boolean): Composer | undefined {
  for (const bare of rules.bare ?? []) {
    if (sure && !bare.grows) continue;
    const found = bare.grows
      ? growingComposer(screen, bare, rules.placeholders)
      : bareComposer(screen, bare, rules.placeholders);
    if (found) return found;
  }
  return undefined;
}

/** Shown at the right edge by a composer that holds more than it shows. */
const SCROLLED = /\s{2,}[↑↓]$/;

function growingComposer(
  screen: Screen,
  { glyph, footer }: BareComposer,
  placeholders: readonly RegExp[],
): Composer | undefined {
  const { rows, styled } = screen;
  const at = rows.findLastIndex(({ text }) => glyph.test(text));
  const [first, last] = [rows[at], rows.at(-1)];
  if (!first || !last || rows.some(({ blank, indent }, index) => index > at && !blank && indent === 0))
    return undefined;
  const { dim, inverse } = styleAt(first, 0);
  if (dim || inverse) return undefined;
  const gap = rows.findLastIndex(({ blank }, index) => blank && index > at);
  const footed = gap > at && rows.slice(gap + 1).some(({ text }) => footer?.test(text));
  const cut = {
    above: SCROLLED.test(first.text),
    below: !footed && last !== first && SCROLLED.test(last.text),
  };
  const to = footed ? gap : rows.length;
  const shown = rows.map((row) => ({ ...row, text: row.text.replace(SCROLLED, "") }));
  const text = composerText({ rows: shown, styled }, { from: at, to, glyph, placeholders, cut });
  // Without its footer it is known by its colours, or by saying that there is more of it.
  if (!footed && (text === "" || !(styled || cut.above))) return undefined;
  return { top: at, bottom: to - 1, text, mark: first.text.slice(0, 1) };
}

function bareComposer(
  screen: Screen,
  { glyph, below: most, indented, footer }: BareComposer,
  placeholders: readonly RegExp[],
): Composer | undefined {
  const { rows } = screen;
  const at = rows.findLastIndex(({ text }) => glyph.test(text));
  const below = rows.slice(at + 1);
  if (at < 0 || below.length > most || below.some((row) => isRule(row))) return undefined;
  if (indented && below.some((row) => !row.blank && row.indent === 0)) return undefined;
  // A program that is read aloud tells its mode before the composer, not after it.
  const told = rows.findLastIndex(({ text }, index) => index >= at - 3 && index !== at && footer?.test(text));
  if (footer && told < 0) return undefined;
  const end = below.findIndex(({ blank, text }) => blank || footer?.test(text));
  const to = end < 0 ? (most === 0 || footer ? at + 1 : rows.length) : at + 1 + end;
  const text = composerText(screen, { from: at, to, glyph, placeholders });
  const mark = rows[at]?.text.trim().slice(0, 1) ?? "";
  return footer && told < at
    ? { top: told, bottom: told - 1, text, mark }
    : { top: at, bottom: to - 1, text, mark };
}

/** What a screen with a composer says: at work, asking, failed, or ready when nothing speaks against it. */
export function around(
  screen: Screen,
  { top, bottom, text: draft, mark }: Composer,
  rules: ScreenRules,
): Reading {
  const footer = rowsBelow(screen, bottom);
  const hints = footer.flatMap((row) => segments(row.text));
  const block = blockAbove(screen, top, rules);
  const scene: Around = { screen, top, footer, hints, block };
  const seen = [...(block ? [block.text] : []), ...footer.map((row) => row.text)];
  const says = (state: Reading["state"], reason: string): Reading => ({
    state,
    reason,
    draft,
    evidence: seen,
  });
  const sign = rules.busy.find((one) => isSeen(one, scene, rules));
  if (sign) return says("busy", sign.reason);
  const asked = rules.asks?.(scene);
  if (asked) return { ...blocked(asked, seen, rules.reasons), draft };
  const { otherModes } = rules;
  if (mark === "" ? hints.some((hint) => otherModes?.hint.test(hint)) : otherModes?.mark.test(mark))
    return says("blocked", "composer_mode");
  const notes = [...hints, ...segments(noteAbove(screen, top))];
  const waits = rules.waits?.find(([, pattern]) => notes.some((note) => pattern.test(note)));
  if (waits) return says("blocked", waits[0]);
  const failed = failure(scene, rules);
  if (failed) {
    const reason = rules.failures.find(([, pattern]) => pattern.test(failed.text))?.[0] ?? "provider_error";
    return { state: "failed", reason, draft, evidence: [failed.text, ...seen] };
  }
  if (isStreaming(scene, rules)) return says("busy", "streaming");
  const { ready } = rules;
  // Keys of a chooser under a composer: something is open that nobody described.
  if ((ready && !footer.some((row) => ready.test(row.text))) || hints.some((hint) => CHOOSER.test(hint)))
    return unknown(seen);
  if (isCancelled(scene, rules)) return says("ready", "interrupted");
  return says("ready", draft === "" ? "composer_empty" : "composer_draft");
}

/** A note at the right edge of the row above the frame; what a model says stands at the left. */
function noteAbove({ rows }: Screen, top: number): string {
  const [row, edge] = [rows[top - 1], rows[top]];
  if (!row || !edge || row.text.length < edge.text.length - 4) return "";
  return row.indent > row.text.length / 3 ? row.text : "";
}

/** The program's note that a turn was stopped, with nothing newer below it. */
function isCancelled({ screen: { rows }, top, block }: Around, { cancelled }: ScreenRules): boolean {
  const from = block ? rows.lastIndexOf(block, top) + 1 : 0;
  return cancelled !== undefined && rows.slice(from, top).some(({ text }) => cancelled.test(text));
}

function blockAbove({ rows }: Screen, top: number, { block }: ScreenRules): Row | undefined {
  return rows.slice(0, top).findLast(({ text }) => block.test(text));
}

function isSeen({ where, pattern, not, dim, apart }: BusySign, scene: Around, rules: ScreenRules): boolean {
  if (where === "hint") return scene.hints.some((hint) => pattern.test(hint));
  const rows =
    where === "footer" ? scene.footer : where === "above" ? ownRows(scene, rules) : blockRows(scene);
  const fits = (text: string) => pattern.test(text) && !not?.test(text);
  const whole =
    where === "footer" ? "" : rows.map(({ text }, at) => (at === 0 ? text : text.trim())).join(" ");
  // In a narrow terminal a status line wraps.
  const row = rows.find(({ text }) => fits(text)) ?? (fits(whole) ? rows[0] : undefined);
  return row !== undefined && isDim(scene.screen, row, dim) && (!apart || isApart(scene, row, rules));
}

function isApart({ screen: { rows }, top }: Around, row: Row, { glyph }: ScreenRules): boolean {
  const above = rows[rows.lastIndexOf(row, top) - 1];
  return !above || above.blank || glyph.test(above.text) || isRule(above);
}

/** The newest block with the rows it wraps to. */
function blockRows({ screen: { rows }, block, top }: Around): Row[] {
  if (!block) return [];
  const at = rows.lastIndexOf(block, top);
  const next = rows[at + 1];
  return next && at + 1 < top && !next.blank && next.indent > 0 ? [block, next] : [block];
}

function isDim({ styled }: Screen, row: Row, dim: RegExp | undefined): boolean {
  const at = dim && styled ? row.text.search(dim) : -1;
  return at < 0 || styleAt(row, at).dim;
}

/** The program's own rows between its transcript and its composer. */
function ownRows({ screen: { rows }, top }: Around, { transcript }: ScreenRules): Row[] {
  const above = rows.slice(0, top);
  const last = above.findLastIndex(({ text }) => transcript?.test(text));
  return above.slice(Math.max(last + 1, top - 8, 0)).filter(({ blank }) => !blank);
}

/** The block that tells of a failure: the newest one, or the one before a closing line that leaves the end open. */
function failure({ screen, top, block }: Around, rules: ScreenRules): Row | undefined {
  const { finished, finishedWell, failure: mark } = rules;
  if (!block || finishedWell?.test(block.text)) return undefined;
  const row = finished?.test(block.text)
    ? blockAbove(screen, screen.rows.lastIndexOf(block, top), rules)
    : block;
  const match = row && mark.block.exec(row.text);
  if (!match) return undefined;
  const plain = mark.coloured && screen.styled && styleAt(row, match[0].length).fg === undefined;
  return plain ? undefined : row;
}

function isStreaming({ screen: { rows }, top, hints }: Around, rules: ScreenRules): boolean {
  const { closesTurns, glyph } = rules;
  if (!closesTurns || !hints.some((hint) => closesTurns.hint.test(hint))) return false;
  const prompt = rows.findLastIndex((row, at) => at < top && glyph.test(row.text));
  if (prompt < 0) return false;
  const reply = rows.slice(prompt + 1, top);
  return (
    reply.some(({ text }) => closesTurns.reply.test(text)) &&
    !reply.some(({ text }) => closesTurns.end.test(text))
  );
}
