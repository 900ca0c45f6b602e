import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/redactor.ts";
import { sh } from "./run.ts";
import { hideIn, leaked, secrets, variables } from "./secrets.ts";

const redactor = createRedactor({ environment: variables });
/** As if a person had let every variable through to commands, yet wanted none of them shown. */
const environment = { ...variables, PATH: "/usr/bin:/bin", HOME: "/tmp" };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "canaries-"));
  hideIn(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const limit = { bytes: 2_000_000, keep: "head" } as const;

describe("two hundred secrets", () => {
  test("are two hundred", () => {
    expect(new Set(secrets).size).toBe(200);
  });

  test.for([
    "cat all.txt",
    "cat one-line.txt all.txt >&2",
    "grep -n . all.txt",
    "awk '{print NR \": \" $0}' all.txt",
    "sed 's/^/value=/' all.txt",
    "head -n 500 all.txt; tail -n 500 all.txt",
    "sort -r all.txt | uniq -c",
    "tr ' ' '\\n' < one-line.txt",
    "perl -ne 'print' all.txt",
    "git config --file config --list",
    "cat all.json",
    "printenv",
    "env | sort",
    "export -p",
    "declare -p",
    "cat /proc/self/environ",
    "cat /proc/$$/environ | tr '\\0' '\\n'",
    "xxd /proc/self/environ",
    "xxd all.txt",
    "od -c all.txt",
    "od -A x -t x1z all.txt",
    "strings all.txt || cat all.txt",
    "dd if=all.txt bs=7 2>&1",
    "while IFS= read -r -n 5 part; do printf '%s' \"$part\"; done < one-line.txt",
    'set -x; x=$(cat one-line.txt); true "$x"',
    "cat $(head -c 2000 one-line.txt)",
  ])("none is shown by %s", async (command) => {
    const { stdout, stderr } = await sh(command, { cwd: folder, environment, redactor, limit });

    expect(stdout.text.length + stderr.text.length).toBeGreaterThan(100);
    expect(leaked(stdout.text + stderr.text)).toEqual([]);
  });

  test("a secret that lies across the cut is not shown in part", async () => {
    for (let bytes = 1; bytes < 60; bytes += 3) {
      const [secret = ""] = secrets;
      const { stdout } = await sh("cat all.txt", {
        cwd: folder,
        environment,
        redactor,
        limit: { bytes, keep: "head" },
      });

      expect(stdout.text).not.toContain(secret.slice(0, 6));
    }
  });

  test("none is shown when it is written in pieces with pauses between", async () => {
    const [first = ""] = secrets;
    const { stdout } = await sh(
      `printf '%s' '${first.slice(0, 9)}'; sleep 0.1; printf '%s' '${first.slice(9)}'`,
      {
        environment,
        redactor,
      },
    );

    expect(stdout.text).toBe("[REDACTED]");
  });
});
