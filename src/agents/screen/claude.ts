import { type DialogWords, dialogOf } from "./dialog.ts";
import { type Composer, composerText, framedComposer, isRule, rowsBelow, segments } from "./frame.ts";
import { lowestList, plainList } from "./options.ts";
import { blocked, type Reading, unknown } from "./reading.ts";
import { ended } from "./ended.ts";
import { type Row, type Screen, styleAt } from "./rows.ts";

const GLYPH = /^[❯>!#](?:\s|$)/;
const SPINNER = /^[·✢✳✶✻✽✺*∗] /;
/** "Cooked for 4s": a turn that is over keeps the spinner's glyph and tells its length. */
const FINISHED = /^\S \p{L}+ for (?:<?\d+(?:\.\d+)?[hms] ?)+/u;

const WORDS: DialogWords = [
  ["folder_trust", /Accessing workspace|trust this folder|Quick safety check/i],
  ["usage_limit", /limit to reset|usage limit|hit your limit/i],
  ["auth", /Select login method|Paste code here|Log ?in with|Invalid API key/i],
  [
    "startup_choice",
    /custom API key|Bypass Permissions mode|text style|MCP servers? found|Import external CLAUDE\.md|syntax theme|\/theme/i,
  ],
  [
    "plan",
    /Ready to code\?|Exit plan mode\?|has written up a plan|Would you like to proceed\?[\s\S]*(auto|manually approve|keep planning)/i,
  ],
  ["survey", /How is Claude doing|recommend Claude Code/i],
  ["diff", /Keep changes[\s\S]*Discard changes|Review changes/i],
  [
    "permission",
    /Do you want to |wants to |Tab to amend|tell Claude what to do differently|Permission Required|don't ask again|^Deny\b|^Allow\b/im,
  ],
  ["question", /Enter to select|Type something|Chat about this|Submit answers/i],
];

export function readClaude(screen: Screen): Reading {
  const evidence = screen.rows.slice(-8).map(({ text }) => text);
  const end = ended(screen, [/^Resume this session with:/, /^claude --resume /]);
  if (end) return end;
  const composer = framedComposer(screen, GLYPH) ?? bareComposer(screen);
  return composer ? aroundComposer(screen, composer) : (dialog(screen, evidence) ?? unknown(evidence));
}

function aroundComposer(screen: Screen, { top, bottom, text }: Composer): Reading {
  const footer = rowsBelow(screen, bottom);
  const hints = footer.flatMap((row) => segments(row.text));
  const status = lastBlock(screen, top);
  const seen = [...(status ? [status.text] : []), ...footer.map((row) => row.text)];
  const busy = status ? working(status) : undefined;
  if (busy) return { state: "busy", reason: busy, draft: text, evidence: seen };
  if (hints.some((hint) => /^esc to interrupt$/.test(hint)))
    return { state: "busy", reason: "responding", draft: text, evidence: seen };
  const survey = surveyAbove(screen, top);
  if (survey) return { ...blocked(survey, seen), draft: text };
  if (hints.some((hint) => /^Not logged in$/.test(hint)))
    return { state: "blocked", reason: "auth_required", draft: text, evidence: seen };
  const failed = failure(screen, top);
  if (failed)
    return { state: "failed", reason: failureOf(failed), draft: text, evidence: [failed.text, ...seen] };
  return {
    state: "ready",
    reason: text === "" ? "composer_empty" : "composer_draft",
    draft: text,
    evidence: seen,
  };
}

/** The row in the first column that is nearest above the composer: a status line, a bullet or a sent prompt. */
function lastBlock({ rows }: Screen, top: number): Row | undefined {
  for (let at = top - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row && !row.blank && row.indent === 0 && !/^[│╭╰▎]/.test(row.text)) return row;
  }
  return undefined;
}

function working({ text }: Row): string | undefined {
  if (!SPINNER.test(text)) return undefined;
  if (/(?:shells?|monitors?|agents?|tasks?) still running/.test(text)) return "background_work";
  if (FINISHED.test(text)) return undefined;
  if (/retrying in \d+|Retrying/.test(text)) return "retrying";
  return /…|\.\.\.|esc to interrupt|^\S Waiting for /.test(text) ? "responding" : undefined;
}

const ERROR =
  /^[●⏺] +(?=(?:Please run \/login · )?API Error\b|Credit balance is too low|Claude(?: AI)? usage limit reached|You've hit your|\d+-hour limit reached)/;

/**
 * A failed turn ends in a bullet that is the error itself, drawn in a colour. Newer releases tell the time of day behind
 * every turn that went well, so with that a reply that begins like an error is still a reply.
 */
function failure(screen: Screen, top: number): Row | undefined {
  const last = lastBlock(screen, top);
  if (!last || (FINISHED.test(last.text) && / · done /.test(last.text))) return undefined;
  const row = FINISHED.test(last.text) ? lastBlock(screen, screen.rows.indexOf(last)) : last;
  const match = row && ERROR.exec(row.text);
  if (!match) return undefined;
  return !screen.styled || styleAt(row, match[0].length).fg !== undefined ? row : undefined;
}

function failureOf({ text }: Row): string {
  if (/\/login|401|403/.test(text)) return "auth_required";
  return /limit reached|hit your|Credit balance/.test(text) ? "usage_limit" : "provider_error";
}

/** One line of numbered moods between the transcript and the composer; typing on is still possible, a digit answers. */
function surveyAbove(screen: Screen, top: number) {
  const at = screen.rows.findLastIndex((row, index) => index < top && !row.blank);
  const row = screen.rows[at];
  if (!row || !/^\s+\d: \S+(\s{2,}\d: \S+){2,}$/.test(row.text) || !/\b0: Dismiss$/.test(row.text))
    return undefined;
  if (screen.styled && styleAt(row, row.indent).fg === undefined) return undefined;
  const options = [...row.text.matchAll(/(\d): (\S+)/g)].map(([, id = "", label = ""]) => ({
    id,
    label,
    detail: "",
    selected: false,
    row: at,
  }));
  return {
    kind: "survey" as const,
    title: screen.rows[at - 1]?.text.trim() ?? "",
    options,
    selected: undefined,
  };
}

/** Without frames: the screen-reader rendering's `$`, and renderers that draw no rules. Only the last rows count. */
function bareComposer(screen: Screen): Composer | undefined {
  const { rows } = screen;
  const last = rows.length - 1;
  const reader = rows[last];
  if (reader && /^\$(?:\s|$)/.test(reader.text)) {
    const mode = rows.findLastIndex(
      ({ text }, at) =>
        at >= last - 3 && /^[a-z ]+ mode on\b|^esc to interrupt|\? for shortcuts/.test(text.trim()),
    );
    if (mode < 0) return undefined;
    return { top: mode, bottom: mode - 1, text: reader.text.slice(1).trim() };
  }
  const at = rows.findLastIndex(({ text }) => /^❯(?:\s|$)/.test(text));
  if (at < 0 || last - at > 3 || rows.slice(at + 1).some((row) => isRule(row))) return undefined;
  const footer = rows
    .slice(at + 1)
    .some(({ text }) => /\? for shortcuts|mode on\b|esc to interrupt/.test(text));
  return footer
    ? { top: at, bottom: at, text: composerText(screen, { from: at, to: at + 1, glyph: GLYPH }) }
    : undefined;
}

function dialog(screen: Screen, evidence: readonly string[]): Reading | undefined {
  const last = screen.rows.at(-1);
  const spoken = screen.rows.findLastIndex(
    ({ text }, at) => at >= screen.rows.length - 3 && /^Select with numbers\b/.test(text),
  );
  const list = spoken < 0 ? lowestList(screen) : plainList(screen, spoken);
  if (list && isOpen(screen, list.last)) return blocked(dialogOf(screen, list, WORDS), evidence);
  if (last && /Press Enter to (?:continue|retry)|Paste code here/i.test(last.text)) {
    const kind = /Paste code/i.test(last.text) ? ("auth" as const) : ("startup_choice" as const);
    return blocked({ kind, title: last.text.trim(), options: [], selected: undefined }, evidence);
  }
  return undefined;
}

/** Nothing of the transcript may stand below an open dialog. */
function isOpen(screen: Screen, last: number): boolean {
  const below = rowsBelow(screen, last);
  return below.length <= 6 && !below.some(({ text }) => /^[●⏺] |^❯ /.test(text));
}
