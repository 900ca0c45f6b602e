import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The file a process has open whose path fits, where the system shows that. */
export function openFile(pid: number | undefined, fits: (path: string) => boolean): string | undefined {
  if (pid === undefined) return undefined;
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder)
      .map((fd) => link(join(folder, fd)))
      .find((path) => fits(path));
  } catch {
    return undefined;
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
