import { type FSWatcher, watch } from "node:fs";
import { delimiter, isAbsolute } from "node:path";
import { onPath } from "./on-path.ts";

const SETTLE_MS = 100;

/** Calls `changed` when one of the programs appears on the PATH or goes away, until the returned function is called. */
export function watchPath(
  programs: readonly string[],
  path: string | undefined,
  changed: () => void,
): () => void {
  const found = () => programs.filter((program) => onPath(program, path) !== undefined).join("\0");
  let before = found();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = found();
    if (now === before) return;
    before = now;
    changed();
  };
  const watchers = [...new Set((path ?? "").split(delimiter).filter((folder) => isAbsolute(folder)))].flatMap(
    (folder) => {
      try {
        // An installer writes many files; what counts is what is there when it is done.
        const watcher: FSWatcher = watch(folder, { persistent: false }, () => {
          clearTimeout(timer);
          timer = setTimeout(look, SETTLE_MS).unref();
        });
        watcher.on("error", () => watcher.close());
        return [watcher];
      } catch {
        // A folder of the PATH that is not there cannot gain a program without somebody making it first.
        return [];
      }
    },
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
