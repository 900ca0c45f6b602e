import { ToolError } from "../errors.ts";
import { startTime } from "../os/process.ts";
import { deleteBuffer, loadBuffer } from "../tmux/buffers.ts";
import { captureCommand } from "../tmux/capture.ts";
import { command } from "../tmux/control/quote.ts";
import type { Server } from "../tmux/server.ts";
import type { Tmux } from "../tmux/tmux.ts";
import type { Within } from "../tmux/within.ts";
import type { Place } from "./registry/rows.ts";

/** What tmux knows about the agent's pane right now, and what the pane shows. */
interface PaneView {
  readonly title: string;
  readonly command: string;
  /** True when the program ended and tmux kept the pane for its last words. */
  readonly dead: boolean;
  readonly inMode: boolean;
  readonly capture: string;
}

/** `gone`: the pane or its server is no more. `moved`: it sits in another window, or another process sits in it. */
export type Found = { readonly kind: "found"; readonly view: PaneView } | { readonly kind: "gone" | "moved" };

const FIELDS = [
  "pid",
  "start_time",
  "window_id",
  "pane_pid",
  "pane_dead",
  "pane_in_mode",
  "pane_current_command",
  "pane_title",
];
const FORMAT = FIELDS.map((field) => `#{${field}}`).join("\t");

/** One agent's pane, known by more than its id: server process, window and pane process must all be the recorded ones. */
export class AgentPane {
  readonly place: Place;
  readonly server: Server;

  constructor(tmux: Tmux, place: Place) {
    this.place = place;
    this.server = tmux.server(place.socketName);
  }

  /** Looks at the pane; facts and rows are of one moment. */
  async look(limit: Within, lines?: number): Promise<Found> {
    const { paneId } = this.place;
    const start = lines === undefined ? {} : { start: -lines };
    const asked = [
      command("display-message", "-p", "-t", paneId, "--", FORMAT),
      captureCommand(paneId, { ansi: true, ...start }),
    ];
    let bodies: readonly string[];
    try {
      bodies = await this.server.read(asked, limit);
    } catch (error) {
      if (isGone(error)) return { kind: "gone" };
      throw error;
    }
    const [facts = "", capture = ""] = bodies;
    const [pid, started, window, panePid, dead, mode, program = "", ...title] = facts
      .replace(/\n$/, "")
      .split("\t");
    const { serverPid, serverStart, windowId } = this.place;
    if (Number(pid) !== serverPid || Number(started) !== serverStart) return { kind: "gone" };
    if (window !== windowId || Number(panePid) !== this.place.panePid) return { kind: "moved" };
    const view = {
      title: title.join("\t"),
      command: program,
      dead: dead === "1",
      inMode: mode !== "0",
      capture,
    };
    return { kind: "found", view };
  }

  /** Presses keys by name, each one checked to go to this very process and nowhere else. */
  async press(keys: readonly string[], limit: Within): Promise<void> {
    await this.#guarded(command("send-keys", "-t", this.place.paneId, "--", ...keys), limit);
  }

  async type(text: string, limit: Within): Promise<void> {
    await this.#guarded(command("send-keys", "-l", "-t", this.place.paneId, "--", text), limit);
  }

  /** Pastes as one bracketed piece; line ends stay line feeds, which no program takes for Enter. */
  async paste(text: string, limit: Within): Promise<void> {
    const { buffer_name: name } = await loadBuffer(this.server, text, { logicalName: "prompt", limit });
    const { pasteNeedsRaw } = await this.server.abilities(limit);
    const flags = `-pdr${pasteNeedsRaw ? "S" : ""}`;
    try {
      await this.#guarded(command("paste-buffer", flags, "-b", name, "-t", this.place.paneId), limit);
    } catch (error) {
      await deleteBuffer(this.server, name, { limit }).catch(() => {});
      throw error;
    }
    this.server.typed(this.place.paneId, text, false);
  }

  /** The process in the pane, if it is still the one that was started. */
  get pid(): number | undefined {
    const { panePid, panePidStart } = this.place;
    return panePidStart !== null && startTime(panePid) === panePidStart ? panePid : undefined;
  }

  /** tmux itself checks who it is and who sits in the pane, in the same breath as it acts. */
  async #guarded(action: string, limit: Within): Promise<void> {
    const { paneId, serverPid, panePid, windowId } = this.place;
    const same = [
      `#{==:#{pid},${serverPid}}`,
      `#{==:#{pane_pid},${panePid}}`,
      `#{==:#{window_id},${windowId}}`,
    ];
    const all = same.reduce((left, right) => `#{&&:${left},${right}}`);
    const line = command("if-shell", "-F", "-t", paneId, all, action, "display-message -p not-ours");
    const [answer = ""] = await this.server.write([line], limit).catch((error: unknown) => {
      if (isGone(error)) throw deadPane();
      throw error;
    });
    if (answer.includes("not-ours")) {
      throw new ToolError(
        "AmbiguousTarget",
        "The agent's pane is not the one it was started in; nothing was sent.",
        {
          suggestion: "Look at it with snapshot_agent; spawn a new agent if this one was moved.",
        },
      );
    }
  }
}

function deadPane(): ToolError {
  return new ToolError("AgentDead", "The agent's pane is gone.", {
    suggestion: "prompt_agent starts it again under the same id.",
  });
}

function isGone(error: unknown): boolean {
  if (!(error instanceof ToolError)) return false;
  return (
    error.errorType === "TmuxServerNotRunning" ||
    /can't find (?:pane|window|session)|no such (?:pane|window)/.test(error.message)
  );
}
