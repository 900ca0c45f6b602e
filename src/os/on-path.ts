import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** The file a program name stands for, as a shell with this PATH would find it. */
export function onPath(program: string, path: string | undefined): string | undefined {
  const folders = (path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const candidates = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program));
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
