import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** The file a path leads to: a configuration kept in a dotfiles folder is changed there, not cut off from it. */
export function realFile(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Nothing where there is no file. */
export function readIfThere(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path, "utf8");
}

interface Replacement {
  readonly text: string;
  /** Holds a token: nobody else may read it. */
  readonly secret: boolean;
}

/** Puts the new text in place in one step and returns the copy of the old one, if there was one. */
export function replaceFile(path: string, { text, secret }: Replacement): string | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const old = statSync(path, { throwIfNoEntry: false });
  const mode = (old?.mode ?? 0o600) & (secret ? 0o700 : 0o777);
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
  try {
    writeFileSync(draft, text, { mode, flag: "wx", flush: true });
    chmodSync(draft, mode);
    const backup = old && backUp(path, mode);
    renameSync(draft, path);
    return backup;
  } finally {
    rmSync(draft, { force: true });
  }
}

function backUp(path: string, mode: number): string {
  const stamp = new Date().toISOString().replaceAll(/[-:.]/g, "");
  const copy = `${path}.${stamp}.bak`;
  copyFileSync(path, copy, constants.COPYFILE_EXCL);
  chmodSync(copy, mode & 0o700);
  return copy;
}
