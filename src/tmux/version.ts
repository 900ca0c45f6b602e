import { ToolError } from "../errors.ts";

/** What differs between tmux releases, all of it. Everything else asks here. */
export interface Abilities {
  readonly version: string;
  /** A client that receives pane output is safe: older servers crash when a watched pane ends. */
  readonly watching: boolean;
  /** `capture-pane -S` takes a format, so a start can be computed by the server itself. */
  readonly captureByFormat: boolean;
  /** Two more layouts have a name. */
  readonly mirroredLayouts: boolean;
  /** Whatever it prints, beside the text of panes and buffers, has a backslash before `$x`, `$_` and `${`. */
  readonly guardsDollars: boolean;
  /** paste-buffer spells out control characters unless asked not to. */
  readonly pasteNeedsRaw: boolean;
}

const OLDEST = "3.2a";

/** Ranks "3.2a" above "3.2" and below "3.3"; a development version counts as the release it leads to. */
function rank(version: string): number {
  const [, major = "0", minor = "0", letter = ""] = /(\d+)\.(\d+)([a-z]?)/.exec(version) ?? [];
  return Number(major) * 10_000 + Number(minor) * 100 + (letter ? letter.charCodeAt(0) - 96 : 0);
}

export function abilities(version: string): Abilities {
  if (rank(version) < rank(OLDEST)) {
    throw new ToolError(
      "TmuxTooOld",
      `tmux ${version || "of an unknown version"} is too old; ${OLDEST} is needed.`,
      {
        suggestion: "Install a newer tmux, end the old server, and try again.",
        expected: false,
      },
    );
  }
  return {
    version,
    watching: rank(version) >= rank("3.3"),
    captureByFormat: rank(version) >= rank("3.4"),
    mirroredLayouts: rank(version) >= rank("3.5"),
    guardsDollars: rank(version) >= rank("3.4") && rank(version) < rank("3.5"),
    pasteNeedsRaw: rank(version) >= rank("3.7"),
  };
}

/** What a command printed, as it was meant. */
export function printed(body: string, command: string, { guardsDollars }: Abilities): string {
  if (!guardsDollars || /^(capture-pane|show-buffer|save-buffer) /.test(command)) return body;
  return body.replace(/\\(?=\$[A-Za-z_{])/g, "");
}
