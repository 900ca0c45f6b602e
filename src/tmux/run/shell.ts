import { readFileSync } from "node:fs";
import { ToolError } from "../../errors.ts";
import { bare, foreground, isBridge, isShell } from "../foreground.ts";
import type { Entry } from "../wait/entry.ts";
import type { ShellKind } from "./script.ts";

export interface ReadyShell {
  readonly kind: ShellKind;
  /** Its process, when the kernel told; a shell on another machine has none here. */
  readonly pid: number | undefined;
}

const PROMPT = /[$#%>❯➜»λ]\s*$/u;

/** The shell that would read what is typed, or the reason why nothing may be typed. */
export function readyShell(entry: Entry): ReadyShell {
  if (entry.inMode) {
    throw new ToolError("PaneInMode", `${entry.paneId} is in copy mode, where keys do not reach the shell.`, {
      suggestion: "Leave it with exit_copy_mode first.",
    });
  }
  const front = foreground(entry.pid);
  const name = bare(front?.name ?? entry.program);
  if (isBridge(name)) {
    const row = (entry.screen[entry.cursorY] ?? "").padEnd(entry.cursorX).slice(0, entry.cursorX);
    if (entry.alternate || !PROMPT.test(row) || /pass(word|phrase)/i.test(row))
      throw busy(entry.paneId, name);
    return { kind: "unknown", pid: undefined };
  }
  // A program may have left its screen behind: then the kernel's word counts.
  const atWork = front ? front.forked || !interactive(front.pid) : entry.alternate;
  if (!isShell(name) || atWork) throw busy(entry.paneId, name);
  return { kind: name === "bash" || name === "zsh" || name === "fish" ? name : "posix", pid: front?.pid };
}

function busy(paneId: string, name: string): ToolError {
  return new ToolError(
    "PaneBusy",
    `${isShell(name) ? "A command" : name} runs in the foreground of ${paneId}, so no shell would read what is typed.`,
    {
      suggestion: "Wait for it, end it with send_keys, or use another pane.",
    },
  );
}

export function notReady(paneId: string): ToolError {
  return new ToolError(
    "ShellNotReady",
    `The shell in ${paneId} did not run the command: it waits for something else, such as the rest of an unfinished line.`,
    { suggestion: "It was sent C-c, so its prompt should be back; look with capture_pane and try again." },
  );
}

const WITH_VALUE = new Set(["--rcfile", "--init-file", "-o", "+o", "-O", "+O", "-C", "--init-command"]);

/** A shell that runs a script or a command given to it does not read what is typed, and one at work is not at its prompt. */
function interactive(pid: number): boolean {
  const args = read(`/proc/${pid}/cmdline`).split("\0").slice(1, -1);
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? "";
    if (WITH_VALUE.has(arg)) i += 1;
    else if (arg === "-s" || arg === "-i") return true;
    else if (!/^[-+]/.test(arg) || /^-[a-z]*c/.test(arg)) return false;
  }
  return true;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
