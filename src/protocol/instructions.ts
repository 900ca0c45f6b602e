import type { Settings } from "../settings/table.ts";
import type { Profile } from "../tools/tool.ts";

/** Clients cut longer ones, and the end is where our own pane is named. */
const INSTRUCTIONS_LIMIT = 2_048;

interface Place {
  readonly pane: string | undefined;
  readonly socket: string | undefined;
}

const PLACES = `
tmux is server > session > window > pane. Address things by id (%3, @2, $1): list_panes gives them. Every tmux tool takes socket_name; leave it out for the default server.
Use these tools when someone speaks of tmux, panes, terminals, running commands or watching processes. Browser tabs, editor splits and login sessions are something else.`;

const READING = `
Reading: list_* and get_* tell about things, capture_pane and snapshot_pane show text. To read a pane again use capture_since: it returns only what is new. search_panes finds text in all panes.`;

const READING_CORE = `
Reading: list_panes tells about panes, capture_pane shows text. To read a pane again use capture_since: it returns only what is new. search_panes finds text in all panes.`;

const RUNNING = `
Running: run_command types one command and returns its output and exit status.`;

const KEPT_OUT = " It stays out of the shell's history unless suppress_history is false.";
const WRITTEN_DOWN = " It goes into the shell's history unless suppress_history is true.";

const BUFFERS = `
Buffers: load_buffer, paste_buffer, then delete_buffer; other buffers are the person's clipboard and stay private. Hooks can be read, not set: they would outlive this server.`;

/** Which tools a profile lists differs, and none is named that is not listed. */
const TMUX: Partial<
  Record<Profile, Readonly<Record<"drives" | "reading" | "waits" | "types" | "rest", string>>>
> = {
  full: {
    drives: "tmux, a guarded shell and other coding agents",
    reading: READING,
    waits: "wait_for_text, wait_for_idle and wait_for_channel return when it happens",
    types: "send_keys and paste_text are",
    rest: BUFFERS,
  },
  core: {
    drives: "tmux and a guarded shell",
    reading: READING_CORE,
    waits: "wait_for_text and wait_for_command return when it happens",
    types: "send_keys is",
    rest: "",
  },
  libtmux: {
    drives: "tmux",
    reading: READING,
    waits: "wait_for_text and wait_for_channel return when it happens",
    types: "send_keys and paste_text are",
    rest: BUFFERS,
  },
};

function tmux(profile: Profile, suppressHistory: boolean): string {
  const words = TMUX[profile];
  if (!words) return "";
  const { drives, reading, waits, types, rest } = words;
  const running = RUNNING + (suppressHistory ? KEPT_OUT : WRITTEN_DOWN);
  return `termgate drives this machine's ${drives}.${PLACES}${reading}${running}
Never poll: ${waits}.
${types} for programs that are not a shell prompt.${rest}`;
}

const SHELL = `
execute_command runs one shell command outside tmux. Harmless ones run at once, others ask the person; writes to protected places are refused, and no approval lifts that. A refusal names its rule: change the command, do not disguise it.`;

const AGENTS = `
spawn_* starts another coding agent, prompt_agent gives it work, wait_for_agent waits, answer_agent answers its dialogs.`;

/** The same tools under the names they have in that profile. */
const AGENTS_BOTCTL = `
spawn_* starts another coding agent, prompt gives it work, wait waits, snapshot shows its screen, send_keys presses keys in its dialogs, kill ends it.`;

const PARTS: Record<Profile, readonly string[]> = {
  full: [SHELL, AGENTS],
  core: [SHELL],
  libtmux: [],
  safeshell: [SHELL],
  botctl: [AGENTS_BOTCTL],
};

/** What every client tells its model about this server. */
export function instructions(settings: Settings, place: Place): string {
  const { profile, safety } = settings.house;
  const parts = [tmux(profile, settings.tmux.suppressHistory), ...PARTS[profile]];
  const tier = `\nTier: ${safety} (TERMGATE_SAFETY). Tools above it are not offered.`;
  const text = parts.join("").trim() + tier;
  return profile === "safeshell"
    ? text
    : text + ownPlace(place, INSTRUCTIONS_LIMIT - Buffer.byteLength(text));
}

/** Where we are ourselves. A socket name too long for the budget is left out before anything that is needed. */
function ownPlace({ pane, socket }: Place, room: number): string {
  if (!pane) return "";
  const long = `\nThis server runs in pane ${pane} of socket ${socket ?? "default"}: is_caller marks it, and it is never changed.`;
  const short = `\nThis server runs in pane ${pane}.`;
  return Buffer.byteLength(long) <= room ? long : short;
}
