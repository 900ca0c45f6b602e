import { ToolError } from "../errors.ts";
import { command } from "./control/quote.ts";
import type { Server } from "./server.ts";
import { deadPane } from "./wait/entry.ts";
import type { Within } from "./within.ts";

export interface KeyOptions {
  /** Send the characters themselves; otherwise a text that is a key's name, such as `C-c`, presses that key. */
  readonly literal?: boolean;
  readonly enter?: boolean;
}

/** One press of a key, which is for the mode a pane is in; anything longer is text for its program. */
const KEY =
  /^(?:\^\S|(?:[CMS]-)*(?:\S|Space|Tab|BTab|Enter|Escape|BSpace|Up|Down|Left|Right|Home|End|IC|Insert|DC|Delete|PageUp|PgUp|PPage|PageDown|PgDn|NPage|F\d+))$/i;

/** One command should stay well below what a server reads at once. */
const CHUNK = 16_000;

/** Types into a pane. Text and Enter go as one line, so nothing comes between them. */
export async function sendKeys(
  server: Server,
  paneId: string,
  keys: string,
  options: KeyOptions & { readonly limit: Within },
): Promise<void> {
  const { literal = false, enter = false, limit } = options;
  const commands = keys === "" ? [] : literal ? typed(paneId, keys) : pressed(paneId, keys);
  if (enter) commands.push(command("send-keys", "-t", paneId, "Enter"));
  if (commands.length === 0) return;
  // Told first: the echo can be back, on the client that listens, before tmux has answered this one.
  server.typed(paneId, literal ? keys : "", enter);
  const passesMode = !literal && !enter && KEY.test(keys);
  await give(server, paneId, commands, { passesMode, limit });
}

/** Runs commands that put something into a pane, unless it would be lost there: tmux looks and acts in one go. */
export async function give(
  server: Server,
  paneId: string,
  commands: readonly string[],
  /** Whether a mode, such as copy mode, is no obstacle. */
  { passesMode, limit }: { readonly passesMode: boolean; readonly limit: Within },
): Promise<void> {
  const lost = passesMode ? "#{pane_dead}" : "#{||:#{pane_dead},#{pane_in_mode}}";
  const [state = ""] = await server.write(
    [
      command("display-message", "-p", "-t", paneId, "#{pane_dead} #{pane_in_mode} #{pane_mode}"),
      ...commands.map((line) => command("if-shell", "-F", "-t", paneId, lost, "", line)),
    ],
    limit,
  );
  const [dead, inMode, mode = "copy-mode"] = state.trim().split(" ");
  if (dead === "1") throw deadPane(paneId);
  if (inMode === "0" || passesMode) return;
  throw new ToolError("PaneInMode", `${paneId} is in ${mode}, where text does not reach its program.`, {
    suggestion: "exit_copy_mode leaves it. Single keys without Enter are taken as keys of the mode.",
  });
}

/** Without a name for it, tmux types the text of a key argument; a NUL has no text and goes by its number. */
function pressed(paneId: string, keys: string): string[] {
  if (/[\0]/.test(keys) || keys.length > CHUNK) return typed(paneId, keys);
  return [command("send-keys", "-t", paneId, "--", keys)];
}

export function typed(paneId: string, text: string): string[] {
  return text
    .split(/(\0+)/)
    .filter((part) => part !== "")
    .flatMap((part) =>
      part.startsWith("\0")
        ? [command("send-keys", "-H", "-t", paneId, ...Array.from(part, () => "00"))]
        : pieces(part, CHUNK).map((piece) => command("send-keys", "-l", "-t", paneId, "--", piece)),
    );
}

/** Cuts text without splitting a character. */
export function pieces(text: string, size: number): string[] {
  const cut: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + size);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    cut.push(text.slice(at, end));
    at = end;
  }
  return cut;
}
