import { ToolError } from "../errors.ts";
import { ChannelFailure } from "./control/channel.ts";

const LIST = "list_sessions, list_windows and list_panes show what exists.";

const CONTROLS = "Leave out tabs, line ends and other control characters.";

/** tmux's own words, sorted into the kinds of failure a caller can tell apart. */
const WORDS: readonly (readonly [RegExp, string, string?])[] = [
  [/^duplicate session/, "TmuxSessionExists", "Choose another name, or use the session that exists."],
  [/^can't find pane/, "PaneNotFound", "list_panes shows the panes that exist."],
  [/^can't find (window|session)|^no such (window|session)/, "TmuxObjectDoesNotExist", LIST],
  [/^invalid option|^unknown option/, "InvalidOption", "tmux show-options -A lists the options that exist."],
  [/^ambiguous option/, "AmbiguousOption", "Give the whole name of the option."],
  [/^bad session name|^invalid session/, "BadSessionName", CONTROLS],
  [/^invalid window name/, "BadWindowName", CONTROLS],
];

/** A name that was refused because of what it holds is not worth repeating. */
const REFUSED_NAMES: Readonly<Record<string, string>> = {
  BadSessionName: "invalid session name",
  BadWindowName: "invalid window name",
};

export function refusal(words: string): ToolError {
  const [, errorType = "LibTmuxException", suggestion] = WORDS.find(([pattern]) => pattern.test(words)) ?? [];
  const said = REFUSED_NAMES[errorType] ?? (words || "no reason given");
  return new ToolError(errorType, `tmux refused: ${said}.`, { suggestion });
}

/** Not a passing failure: who waited all of a call's time is not made to wait the same time again. */
export function unresponsive(where: string): ToolError {
  return new ToolError("TimeoutError", `The tmux server on ${where} did not answer in time.`, {
    suggestion: "It may be stopped or overloaded. Other servers are not affected; list_servers shows them.",
  });
}

/** A stopped server reads on when it goes on, so what was asked of it may still happen. */
function unconfirmed(where: string): ToolError {
  return new ToolError("TimeoutError", `The tmux server on ${where} did not confirm the change in time.`, {
    suggestion:
      "It may be stopped or overloaded, and make the change later: look at the present state before you try again.",
  });
}

export function noServer(where: string): ToolError {
  return new ToolError("TmuxServerNotRunning", `No tmux server is running on ${where}.`, {
    suggestion: "create_session starts one; list_servers shows the servers that run.",
  });
}

function outcomeUnknown(where: string): ToolError {
  return new ToolError(
    "OutcomeUnknown",
    `The tmux server on ${where} went away before it confirmed the change.`,
    {
      suggestion: "Look at the present state before you try again: the change may have happened.",
    },
  );
}

export function replaced(where: string): ToolError {
  return new ToolError(
    "ServerReplaced",
    `The tmux server on ${where} ended during the call and another one runs there now; nothing was done on it.`,
    { suggestion: "Ids from before name other things now: list the panes and call again." },
  );
}

/** A failure of the channel as the caller is told it. Reads and writes differ in what a lost answer means. */
export function told(error: unknown, where: string, writing: boolean): unknown {
  if (!(error instanceof ChannelFailure)) return error;
  if (error.kind === "refused") return refusal(error.message);
  if (error.kind === "late") return writing ? unconfirmed(where) : unresponsive(where);
  return writing ? outcomeUnknown(where) : noServer(where);
}
