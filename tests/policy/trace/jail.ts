import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { STUBS } from "./random-script.ts";

/** A folder with bash, five real wrappers and stubs that only write down how they were called. */
export interface Jail {
  /** Programs each script started, in order, with their arguments. */
  run(scripts: readonly string[]): Promise<readonly (readonly (readonly string[])[])[]>;
  close(): void;
}

const REAL = ["env", "nohup", "timeout", "nice", "xargs"];

/** How to enter a folder that is to be the whole world; undefined when the machine offers no way. */
function door(): readonly string[] | undefined {
  const ways = [["unshare", "-n", "chroot"], ["unshare", "-Urn", "chroot"], ["chroot"]];
  return ways.find(([program = "", ...args]) => {
    const test = spawnSync(program, [...args, "/", "/bin/sh", "-c", ":"], { stdio: "ignore" });
    return test.status === 0;
  });
}

export function openJail(): Jail | undefined {
  const way = door();
  if (way === undefined) return undefined;
  const root = mkdtempSync(join(tmpdir(), "termgate-jail-"));
  for (const folder of ["bin", "stubs", "scripts", "logs", "home/user/project", "dev", "tmp", "proc"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  const bash = found("bash");
  install(bash, join(root, "bin/bash"), root);
  for (const name of REAL) install(found(name), join(root, "stubs", name), root);
  copyFileSync(bash, join(root, "stubs/bash"));
  // A small shell starts quickly, and quick stubs are what makes many scripts affordable.
  const small = existsSync("/bin/dash") ? "/bin/dash" : "/bin/bash";
  install(small, join(root, "bin/small"), root);
  const stub = (name: string) =>
    `#!/bin/small\nprintf '%s\\0' "\${0##*/}" "$@" '\u0001' >&9\nexit ${/^f\d$/.test(name) ? 1 : 0}\n`;
  for (const name of STUBS) writeFileSync(join(root, "stubs", name), stub(name), { mode: 0o755 });
  writeFileSync(join(root, "dev/null"), "");
  // Each script has its own subshell and its own log, which late children inherit too.
  writeFileSync(
    join(root, "drive"),
    `cd /home/user/project
exec </dev/null >/tmp/out 2>&1
for ((n=0; n<$1; n++)); do
  ( . "/scripts/$n"; wait ) 9>>"/logs/$n"
done
`,
  );
  return {
    async run(scripts) {
      scripts.forEach((script, at) => writeFileSync(join(root, "scripts", String(at)), `${script}\n`));
      scripts.forEach((_, at) => writeFileSync(join(root, "logs", String(at)), ""));
      const [program = "", ...args] = way;
      const env = { PATH: "/stubs", HOME: "/home/user" };
      const driven = [root, "/bin/bash", "--norc", "--noprofile", "/drive", String(scripts.length)];
      const outer = found(program);
      const inside = [...args.map((arg) => (arg === "chroot" ? found("chroot") : arg)), ...driven];
      // The pipe stays open as long as anything the scripts started is alive, and "close" waits for it.
      const child = spawn(outer, inside, {
        env,
        stdio: ["ignore", "ignore", "ignore", "pipe"],
        timeout: 120_000,
      });
      child.stdio[3]?.on("data", () => {});
      const [code] = await once(child, "close");
      if (code === null) throw new Error("the jail did not end in time");
      return scripts.map((_, at) => read(readFileSync(join(root, "logs", String(at)), "utf8")));
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

function read(log: string): string[][] {
  const calls: string[][] = [];
  let words: string[] = [];
  for (const word of log.split("\0")) {
    if (word === "\u0001") {
      calls.push(words);
      words = [];
    } else words.push(word);
  }
  return calls;
}

function found(program: string): string {
  const place = ["/bin", "/usr/bin", "/sbin", "/usr/sbin"]
    .map((folder) => join(folder, program))
    .find(existsSync);
  if (place === undefined) throw new Error(`${program} is not installed`);
  return place;
}

/** Copies a program and the libraries it is linked to. */
function install(program: string, target: string, root: string): void {
  copyFileSync(program, target);
  const linked = execFileSync(found("ldd"), [program], { encoding: "utf8" });
  for (const [library] of linked.matchAll(/\/\S+\.so\S*/g)) {
    const copy = join(root, library);
    if (existsSync(copy)) continue;
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(library, copy);
  }
}
