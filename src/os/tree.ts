import { existsSync, readdirSync, readFileSync } from "node:fs";
import { runAtOnce } from "./process.ts";

/** One process, named for good: a pid alone may belong to someone else a moment later. */
export interface Identity {
  readonly pid: number;
  /** Start time as the kernel counts it. */
  readonly start: string;
}

export interface Entry extends Identity {
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

const HAS_PROC = existsSync("/proc/self/stat");

/** One process as it is now; undefined once it is gone or only its exit code is left. */
function look(pid: number): Entry | undefined {
  return HAS_PROC ? fromProc(pid) : fromPs(["-p", String(pid)])[0];
}

/** Where there is no /proc: environments stay hidden, so an escapee is found only while its ancestors live. */
function fromPs(which: readonly string[]): Entry[] {
  const listing = runAtOnce("ps", [...which, "-o", "pid=,ppid=,pgid=,stat=,lstart=,comm="]);
  return listing.split("\n").flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [pid, parent, group, state] = fields;
    if (pid === undefined || !/^\d+$/.test(pid) || state?.startsWith("Z")) return [];
    const entry = { pid: Number(pid), parent: Number(parent), group: Number(group), session: 0 };
    return [{ ...entry, start: fields.slice(4, 9).join(" "), name: fields.slice(9).join(" ") }];
  });
}

function fromProc(pid: number): Entry | undefined {
  // Most that are asked for are gone, and an error costs more than a look.
  if (!existsSync(`/proc/${pid}`)) return undefined;
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name in parentheses may itself hold spaces and parentheses; the fields start after the last one.
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  return {
    pid,
    name: stat.slice(stat.indexOf("(") + 1, end),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    start: fields[19] ?? "",
  };
}

/** Pids are handed out in order; in so short a time the counter cannot come round to where it was. */
const NO_FULL_TURN_MS = 1_000;
const MOST_BY_NUMBER = 40;

/** Everything that runs and may have started after `root` did. */
function tableSince(root: Identity, ageMs: number): Entry[] {
  const isYounger = ({ start }: Entry) => Number(start) >= Number(root.start);
  if (!HAS_PROC) return fromPs(["-A"]);
  const newest = newestPid();
  const inOrder = ageMs < NO_FULL_TURN_MS && newest >= root.pid;
  const count = newest - root.pid + 1;
  // Asking for a few by number is quicker than a list of everything that runs.
  const pids =
    inOrder && count <= MOST_BY_NUMBER
      ? Array.from({ length: count }, (_, index) => root.pid + index)
      : readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  return pids.flatMap((pid) => {
    if (pid === process.pid || (inOrder && (pid < root.pid || pid > newest))) return [];
    const entry = look(pid);
    return entry && isYounger(entry) ? [entry] : [];
  });
}

/** The newest pid handed out. */
function newestPid(): number {
  try {
    return Number(readFileSync("/proc/loadavg", "utf8").trimEnd().split(" ").at(-1));
  } catch {
    return 0;
  }
}

function carries(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
  } catch {
    return false;
  }
}

/**
 * Everything a root process started that still runs: its descendants, members of its group and session and of the
 * sessions they made, children of processes seen earlier, and whoever inherited the mark in their environment after
 * leaving all of these by setsid.
 */
export class Tree {
  readonly #root: Identity;
  readonly #mark: string;
  readonly #born = performance.now();
  readonly #known = new Map<number, string>();
  readonly #unrelated = new Map<number, string>();

  /** `mark` is a NAME=value pair that is unique to this tree. */
  constructor(root: number, mark: string) {
    this.#root = { pid: root, start: look(root)?.start ?? "" };
    this.#mark = mark;
  }

  /** The living members now, the root among them. */
  members(): Entry[] {
    const table = tableSince(this.#root, performance.now() - this.#born);
    // A pid is not handed out again while a group bears its number; once it is, that group is no longer ours.
    const recycled = table.some(({ pid, start }) => pid === this.#root.pid && start !== this.#root.start);
    const starts = new Map(table.map(({ pid, start }) => [pid, start]));
    const found = new Map<number, Entry>();
    for (const entry of table) {
      const inGroup = entry.group === this.#root.pid || entry.session === this.#root.pid;
      const inSession = this.#isOurs(entry.session, starts);
      if ((inGroup && !recycled) || inSession || this.#isMember(entry)) found.set(entry.pid, entry);
    }
    for (let grew = true; grew;) {
      grew = false;
      for (const entry of table) {
        const isKin = found.has(entry.parent) || found.has(entry.session);
        if (found.has(entry.pid) || !isKin) continue;
        found.set(entry.pid, entry);
        grew = true;
      }
    }
    for (const entry of found.values()) this.#known.set(entry.pid, entry.start);
    return [...found.values()];
  }

  /** A session one of ours made, even when who made it is gone: its number is not given away while it has members. */
  #isOurs(session: number, starts: ReadonlyMap<number, string>): boolean {
    const leader = this.#known.get(session);
    return leader !== undefined && (starts.get(session) ?? leader) === leader;
  }

  #isMember(entry: Entry): boolean {
    if (entry.pid === this.#root.pid) return entry.start === this.#root.start;
    if (this.#known.get(entry.pid) === entry.start) return true;
    // Reading an environment costs a system call; one answer per process is enough until it runs another program.
    if (this.#unrelated.get(entry.pid) === `${entry.start}${entry.name}`) return false;
    if (carries(entry.pid, this.#mark)) return true;
    this.#unrelated.set(entry.pid, `${entry.start}${entry.name}`);
    return false;
  }
}

/** Signal one process, and only while it is still the one that was meant. */
export function signalExactly(target: Identity, signal: NodeJS.Signals): boolean {
  if (look(target.pid)?.start !== target.start) return false;
  try {
    return process.kill(target.pid, signal);
  } catch {
    return false;
  }
}
