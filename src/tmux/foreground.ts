import { readFileSync } from "node:fs";

/** The program that has the terminal of a pane. */
export interface Foreground {
  readonly pid: number;
  readonly name: string;
  /** A copy of its parent that works on a command: it has the name of a shell but reads no prompt. */
  readonly forked: boolean;
}

/** Shells that draw their own prompt line, and announce it by asking for marked pastes. */
const EDITING = new Set(["bash", "zsh", "fish"]);
const SHELLS = new Set([...EDITING, "dash", "sh", "ash", "ksh", "mksh"]);
/** Programs behind which another shell, perhaps on another machine, reads what is typed. */
const BRIDGES = new Set([
  "ssh",
  "mosh-client",
  "su",
  "sudo",
  "doas",
  "docker",
  "podman",
  "kubectl",
  "nsenter",
  "chroot",
]);

/** What Linux counts the start of a process in, per second. */
const CLOCK_TICKS = 100;

/** Reads the kernel's own word for it, so asking costs no command; undefined where there is no /proc. */
export function foreground(panePid: number): Foreground | undefined {
  const group = Number(stat(panePid)?.fields[5]);
  const leader = group > 0 ? stat(group) : undefined;
  return leader ? { pid: group, name: leader.name, forked: isFork(leader.fields) } : undefined;
}

/** A program that was started has a stack of its own; a copy has its parent's, down to the address. */
function isFork(fields: readonly string[]): boolean {
  const stack = fields[25];
  return stack !== undefined && stack !== "0" && stat(Number(fields[1]))?.fields[25] === stack;
}

/** True while a process that `pid` started after `uptime` (in seconds) is stopped, as by C-z. */
export function hasStoppedChild(pid: number, uptime: number): boolean {
  return childrenOf(pid).some((child) => {
    const fields = stat(child)?.fields;
    return fields?.[0] === "T" && Number(fields[19]) / CLOCK_TICKS >= uptime - 1 / CLOCK_TICKS;
  });
}

export function isShell(name: string): boolean {
  return SHELLS.has(bare(name));
}

export function isEditingShell(name: string): boolean {
  return EDITING.has(bare(name));
}

export function isBridge(name: string): boolean {
  return BRIDGES.has(bare(name));
}

/** True while a shell that draws its own line has the terminal, waiting for a command. */
export function isAtPrompt(panePid: number): boolean {
  return promptOf(panePid) !== undefined;
}

/**
 * Names the prompt such a shell waits at: another one, or none, as soon as it has done anything. Asked before and after,
 * it tells whether what was asked in between was asked at that prompt.
 */
export function promptOf(panePid: number): string | undefined {
  const front = foreground(panePid);
  if (!front || front.forked || !isEditingShell(front.name)) return undefined;
  const [minorFaults, ofChildren] = stat(front.pid)?.fields.slice(7, 9) ?? [];
  const [user, system] = stat(front.pid)?.fields.slice(11, 13) ?? [];
  return [front.pid, minorFaults, ofChildren, user, system].join(" ");
}

/** A login shell is named with a dash in front. */
export function bare(name: string): string {
  return name.replace(/^-/, "").replace(/^.*\//, "");
}

export function isRunning(pid: number): boolean {
  const state = stat(pid)?.fields[0];
  return state !== undefined && state !== "Z" && state !== "X";
}

/**
 * True while a process, or one it waits for, has something to do, whether or not the machine lets it. What it has put in
 * the background is in a group of its own, and nobody waits for that.
 */
export function isAtWork(pid: number): boolean {
  const state = stat(pid)?.fields[0];
  return (
    state === "R" || state === "D" || childrenOf(pid).some((child) => isInFront(child) && isAtWork(child))
  );
}

function isInFront(pid: number): boolean {
  const [, , group, , , front] = stat(pid)?.fields ?? [];
  return group !== undefined && group === front;
}

function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Fields after the name: state, ppid, pgrp, session, tty, tpgid, … */
function stat(pid: number): { readonly name: string; readonly fields: readonly string[] } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    const close = line.lastIndexOf(")");
    return { name: line.slice(line.indexOf("(") + 1, close), fields: line.slice(close + 2).split(" ") };
  } catch {
    return undefined;
  }
}
