import { type DialogWords, dialogOf } from "./dialog.ts";
import { type Composer, framedComposer, lowestBox, rowsBelow, unboxed } from "./frame.ts";
import { lowestList, plainList } from "./options.ts";
import { blocked, type DialogKind, type Reading, unknown } from "./reading.ts";
import { ended } from "./ended.ts";
import type { Row, Screen } from "./rows.ts";

const GLYPH = /^\s*(?:[>!*]|\(r:\))(?:\s|$)/;
/** A row of the transcript; everything between the last of these and the composer is the program's own status. */
const TRANSCRIPT = /^(?:[✦ℹ✕⚠]| {2,}\S|\s*[▀▄╰╭│])/;

const WORDS: DialogWords = [
  ["folder_trust", /trust (?:the files in )?this folder|Trust folder/i],
  ["auth", /How would you like to authenticate|Enter Gemini API Key|Sign in with Google/i],
  ["plan", /Ready to start implementation\?|accept edits[\s\S]*Approves plan/i],
  ["question", /Answer Questions|Enter a custom value|Enter to select/i],
  [
    "permission",
    /Allow execution|Apply this change\?|Allow once|No, suggest changes|Do you want to proceed\?/i,
  ],
  ["startup_choice", /theme|Terms of Service|Update|IDE|editor/i],
];

export function readGemini(screen: Screen): Reading {
  const evidence = screen.rows.slice(-8).map(({ text }) => text);
  const end = ended(screen, [/Agent powering down\. Goodbye!/]);
  if (end) return end;
  const composer = framedComposer(screen, GLYPH) ?? spokenComposer(screen);
  if (composer) return aroundComposer(screen, composer);
  return dialog(screen, evidence) ?? unknown(evidence);
}

function aroundComposer(screen: Screen, { top, bottom, text }: Composer): Reading {
  const footer = rowsBelow(screen, bottom).map((row) => row.text);
  const status = ownRows(screen, top);
  const clock = status.find((row) => /^\s?\S .*\(esc to cancel(?:, [^)]*)?\)/.test(row.text));
  const evidence = [...status.map((row) => row.text), ...footer];
  if (clock) return { state: "busy", reason: "responding", draft: text, evidence };
  const message = lastMessage(screen, top);
  if (message && message.text.startsWith("✕ ")) {
    const reason = /quota|limit|429/i.test(message.text) ? "usage_limit" : "provider_error";
    return { state: "failed", reason, draft: text, evidence: [message.text, ...evidence] };
  }
  return { state: "ready", reason: text === "" ? "composer_empty" : "composer_draft", draft: text, evidence };
}

function ownRows({ rows }: Screen, top: number): Row[] {
  const own: Row[] = [];
  for (let at = top - 1; at >= 0 && own.length < 8; at -= 1) {
    const row = rows[at];
    if (
      !row ||
      (!row.blank &&
        TRANSCRIPT.test(row.text) &&
        !/\(esc to cancel/.test(row.text) &&
        !row.text.endsWith("? for shortcuts"))
    )
      break;
    // A reply's rows are two columns in; the status line is one.
    if (!row.blank && (row.indent < 2 || row.text.endsWith("? for shortcuts"))) own.push(row);
  }
  return own;
}

/** The newest message, notes of the program itself left out; undefined when a prompt is newer than any reply. */
function lastMessage({ rows }: Screen, top: number): Row | undefined {
  return rows.slice(0, top).findLast(({ text }) => /^[✦✕]|^▀{8}|^╰/.test(text));
}

/** The screen-reader rendering has no frame: its composer is the last row. */
function spokenComposer(screen: Screen): Composer | undefined {
  const at = screen.rows.length - 1;
  const last = screen.rows[at];
  if (!last || !/^>\s/.test(last.text)) return undefined;
  const text = last.text.slice(1).trim();
  return { top: at, bottom: at, text: text.startsWith("Type your message") ? "" : text };
}

function dialog(screen: Screen, evidence: readonly string[]): Reading | undefined {
  const box = lowestBox(screen);
  const open = box && rowsBelow(screen, box.bottom).length <= 3 ? box : undefined;
  const list = open
    ? lowestList(screen, open.top, open.bottom)
    : (lowestList(screen) ?? plainList(screen, screen.rows.length));
  if (list) {
    if (!open && rowsBelow(screen, list.last).length > 4) return undefined;
    return blocked(dialogOf(screen, list, WORDS), evidence);
  }
  if (!open) return undefined;
  const inside = screen.rows.slice(open.top, open.bottom).map((row) => unboxed(row).text.trim());
  if (!inside.some((line) => /Press Enter to submit|Esc to cancel/i.test(line))) return undefined;
  const kind: DialogKind = WORDS.find(([, pattern]) => pattern.test(inside.join("\n")))?.[0] ?? "other";
  return blocked(
    { kind, title: inside.find((line) => /\p{L}/u.test(line)) ?? "", options: [], selected: undefined },
    evidence,
  );
}
