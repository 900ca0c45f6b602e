import { readFileSync, readlinkSync } from "node:fs";

/** The number of `read` among the system calls, by the machine. */
const READ: Readonly<Record<string, string>> = {
  x64: "0",
  arm64: "63",
  riscv64: "63",
  ppc64: "3",
  s390x: "3",
};

/**
 * Whether some process of this group waits right now for what is typed. Told by the kernel for processes of one's own;
 * false where it does not tell, and for programs that wait for several things at once.
 */
export function readsTerminal(root: number, group: number): boolean {
  const queue = [root];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    if (groupOf(pid) === group && waitsForTerminal(pid)) return true;
    queue.push(...childrenOf(pid));
  }
  return false;
}

function waitsForTerminal(pid: number): boolean {
  try {
    const [call, first = ""] = readFileSync(`/proc/${pid}/syscall`, "utf8").split(" ");
    if (call !== READ[process.arch]) return false;
    return /^\/dev\/(?:pts\/|tty)/.test(readlinkSync(`/proc/${pid}/fd/${Number(first)}`));
  } catch {
    return false;
  }
}

function groupOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}
