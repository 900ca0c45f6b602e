import { flag, integer, type Kind, number, optionalText, setting, text } from "../setting.ts";

const LONGEST_WAIT = 3_600;

/** Whether commands are kept out of the shell's history is not guessed: an unreadable answer stops the start. */
const history: Kind<boolean> = { ...flag, strict: true };

/** The older system moves a ceiling that is out of its range to the nearest end. */
const clamped = (raw: string): unknown => {
  const seconds = Number(raw);
  return raw.trim() === "" || Number.isNaN(seconds) ? raw : Math.min(120, Math.max(1, seconds));
};

/** Settings of the tmux room. */
export const tmux = {
  socket: setting({
    kind: optionalText,
    default: undefined,
    doc: "Name of the tmux server used when a call names none (tmux -L).",
    project: "never",
    flag: "socket",
    variable: "TERMGATE_SOCKET",
    legacy: { profile: "libtmux", variable: "LIBTMUX_SOCKET" },
  }),
  socketPath: setting({
    kind: optionalText,
    default: undefined,
    doc: "Socket path of the tmux server used when a call names none (tmux -S); it wins over the name.",
    project: "never",
    flag: "socket-path",
    variable: "TERMGATE_SOCKET_PATH",
    legacy: { profile: "libtmux", variable: "LIBTMUX_SOCKET_PATH" },
  }),
  tmuxBin: setting({
    kind: text,
    default: "tmux",
    doc: "The tmux program: a path, or a name on PATH.",
    project: "never",
    flag: "tmux-bin",
    variable: "TERMGATE_TMUX_BIN",
    legacy: { profile: "libtmux", variable: "LIBTMUX_TMUX_BIN" },
  }),
  configFile: setting({
    kind: optionalText,
    default: undefined,
    doc: "Read instead of your own tmux.conf by a tmux server that termgate starts.",
    project: "never",
  }),
  timeoutSeconds: setting({
    kind: integer(1, 120),
    default: 10,
    doc: "Seconds after which a tmux server that does not answer is given up on.",
    project: "any",
  }),
  waitMaxSeconds: setting({
    kind: number(1, LONGEST_WAIT),
    default: 30,
    doc: "Longest wait of one call in seconds; a longer timeout is shortened to it and the result says so.",
    project: "any",
    legacy: { profile: "libtmux", variable: "LIBTMUX_MCP_WAIT_MAX_SECONDS", translate: clamped },
  }),
  suppressHistory: setting({
    kind: history,
    default: true,
    doc: "Keep what run_command types out of the shell's history unless a call says otherwise.",
    project: "any",
    legacy: { profile: "libtmux", variable: "LIBTMUX_SUPPRESS_HISTORY" },
  }),
} as const;
