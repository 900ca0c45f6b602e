import { basename, dirname, join } from "node:path";
import { fields, JsonLines, textOf } from "../channel/json-lines.ts";
import { openFile } from "../channel/open-file.ts";
import type { ChannelPlace } from "../channel/turn.ts";
import type { Provider } from "../provider.ts";
import { dialogOf } from "../screen/dialog.ts";
import { isRule } from "../screen/frame.ts";
import { lowestList } from "../screen/options.ts";
import type { Dialog } from "../screen/reading.ts";
import { readScreen, type Row } from "../screen/rows.ts";
import type { Around, DialogWords, ScreenRules } from "../screen/rules.ts";

const DIALOGS: DialogWords = [
  ["folder_trust", /Trust this (?:workspace|folder)|trust the contents of this project/i],
  ["permission", /Requesting permission for:|Do you want to proceed\?|Run this command\?/i],
  ["settings_persist", /settings\.json|Allow for session|Awaiting confirmation/i],
  ["auth", /Sign in|Log in|authenticate/i],
];

const SPINNER = "^\\s?[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⣾⣷⣯⣟⡿⢿⣻⣽] \\p{L}";

const screen: ScreenRules = {
  farewells: [/^Resume with: agy /, /^agy --conversation /],
  glyph: /^>(?:\s|$)/,
  placeholders: [],
  block: /^[●▸>]/,
  // Whatever is no spinner: one that something follows is over.
  transcript: new RegExp(`^(?!${SPINNER.slice(1)})\\s*\\S`, "u"),
  busy: [
    { where: "footer", pattern: new RegExp(`${SPINNER}|^esc to cancel\\b`, "u"), reason: "responding" },
    { where: "above", pattern: new RegExp(SPINNER, "u"), reason: "responding" },
  ],
  // Nothing on its screen tells an error from a reply.
  failure: { block: /^(?!)/ },
  failures: [],
  asks: askedAbove,
  ready: /^\? for shortcuts\b/,
  dialogs: DIALOGS,
  open: { most: 3 },
  reasons: {
    folder_trust: "agy_folder_trust_prompt",
    permission: "agy_command_permission_prompt",
    settings_persist: "agy_settings_persist_prompt",
    auth: "agy_auth_required",
    other: "agy_unrecognized_dialog",
  },
};

/** It can ask right above a composer that stays on the screen: the question's last row then touches the composer. */
function askedAbove({ screen: seen, top }: Around): Dialog | undefined {
  const at = seen.rows.findLastIndex((row, index) => index < top && !row.blank);
  const last = seen.rows[at]?.text ?? "";
  if (/^\[[yY]\/[nN]\]$|^\([yY]\/[nN]\)$/.test(last)) {
    const above = seen.rows.slice(0, at);
    const rule = above.findLastIndex((row) => isRule(row));
    const title =
      above
        .slice(rule + 1)
        .find(({ blank }) => !blank)
        ?.text.trim() ?? "";
    const kind = /trust|workspace|folder|project/i.test(title) ? "folder_trust" : "settings_persist";
    return { kind, title, options: [], selected: undefined };
  }
  const list = /^\s*↑\/↓ Navigate · /.test(last) ? lowestList(seen, 0, at) : undefined;
  return list && dialogOf(seen, list, DIALOGS);
}

/**
 * The text between the last sent prompt and the composer: tool lines, thoughts and what hangs below them left out. Prose
 * stands two columns in; so do a tool's details, but those follow their bullet without a blank row.
 */
export function agyReply(capture: string): string | undefined {
  const { rows } = readScreen(capture);
  const bottom = rows.findLastIndex((row) => isRule(row));
  const top = rows.findLastIndex((row, at) => at < bottom && isRule(row));
  const prompt = rows.findLastIndex((row, at) => at < top && /^> \S/.test(row.text));
  if (top < 0 || prompt < 0) return undefined;
  const words = prose(rows.slice(prompt + 1, top));
  return words === "" ? undefined : words;
}

function prose(rows: readonly Row[]): string {
  const kept: string[] = [];
  let under = false;
  for (const row of rows) {
    if (/^(?:[●▸]|\s*[⎿└])/.test(row.text)) under = true;
    else if (row.blank || row.indent === 0) under = false;
    if (!under && !isRule(row)) kept.push(row.text.replace(/^ {2}/, ""));
  }
  return kept
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * The conversation whose file it holds open; else the only one its history has for this folder since it was started. Two
 * may be another's, and a wrong one would be worse than none.
 */
function conversation({ env, home, pid, cwd, since }: ChannelPlace): string | undefined {
  const state = env["ANTIGRAVITY_STATE_DIR"] || join(home, ".gemini", "antigravity-cli");
  const folder = join(state, "conversations");
  const open = openFile(pid, (path) => dirname(path) === folder && path.endsWith(".pb"));
  if (open !== undefined) return basename(open, ".pb");
  const history = new JsonLines(env["ANTIGRAVITY_HISTORY_FILE"] || join(state, "history.jsonl"));
  const ids = history
    .records()
    .map((record) => fields(record))
    .filter(({ workspace, timestamp }) => workspace === cwd && Number(timestamp) >= since)
    .flatMap(({ conversationId }) => textOf(conversationId) ?? []);
  return new Set(ids).size === 1 ? ids[0] : undefined;
}

export default {
  name: "agy",
  title: "Antigravity",
  binary: "agy",
  preference: 3,
  profiles: ["botctl"],
  tested: ["1.0.2"],
  takes: {},
  variables: /^(?:ANTIGRAVITY_|GEMINI_|GOOGLE_)/,
  choosesSession: false,
  line: { start: () => [], resume: (id) => ["--conversation", id], always: () => [] },
  screen,
  titles: [],
  // No files of its own that tell a turn.
  conversation,
  reply: agyReply,
  advances: [
    { kind: "permission", label: /^Yes$/, onlyUnderCursor: true, title: /^Do you want to proceed\?$/ },
  ],
  keys: { interrupt: ["Escape"], clear: ["C-u"], quit: ["C-c", "C-c"] },
  startsStillMs: 800,
  enterAfterMs: 250,
} satisfies Provider;
