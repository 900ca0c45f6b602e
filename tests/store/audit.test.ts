import { fork } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "vitest";
import { AUDIT_FILE, AuditLog } from "../../src/store/audit-log.ts";
import { auditFiles, readAudit, verifyAudit } from "../../src/store/audit-read.ts";

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "audit-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

const line = (tool: string) => ({ time: new Date(0).toISOString(), tool, outcome: "ok" }) as const;

function write(folder: string, count: number, maxBytes = 1_000_000): void {
  const log = new AuditLog(folder, maxBytes);
  for (let index = 0; index < count; index++) log.append(line(`tool_${index}`));
  log.close();
}

test("a log nobody touched verifies, also when processes follow each other", ({ folder }) => {
  write(folder, 5);
  write(folder, 5);

  expect(verifyAudit(folder)).toEqual({ ok: true, files: 1, lines: 10, torn: 0 });
});

test("a changed line is named", ({ folder }) => {
  write(folder, 10);
  const file = join(folder, AUDIT_FILE);
  writeFileSync(file, readFileSync(file, "utf8").replace("tool_3", "tool_X"));

  expect(verifyAudit(folder)).toMatchObject({ ok: false, line: 4 });
});

test("a removed line is noticed", ({ folder }) => {
  write(folder, 10);
  const file = join(folder, AUDIT_FILE);
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.toSpliced(4, 1).join("\n"));

  expect(verifyAudit(folder)).toMatchObject({ ok: false });
});

test("an inserted line is noticed", ({ folder }) => {
  write(folder, 10);
  const file = join(folder, AUDIT_FILE);
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.toSpliced(4, 0, lines[2] ?? "").join("\n"));

  expect(verifyAudit(folder)).toMatchObject({ ok: false });
});

test("rotation keeps the chain, and a rotated file that was changed is named", ({ folder }) => {
  write(folder, 40, 1_500);

  expect(auditFiles(folder).length).toBeGreaterThan(2);
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 40 });
  expect([...readAudit(folder)].map(({ record }) => record?.tool)).toEqual(
    Array.from({ length: 40 }, (_, index) => `tool_${index}`),
  );

  const [first = ""] = auditFiles(folder);
  const text = readFileSync(join(folder, first), "utf8").trimEnd().split("\n");
  writeFileSync(join(folder, first), `${text.slice(0, -1).join("\n")}\n`);
  expect(verifyAudit(folder)).toMatchObject({ ok: false });
});

test("a rotation by one is followed by all at their next line", ({ folder }) => {
  const [one, other] = [new AuditLog(folder, 1_000), new AuditLog(folder, 100_000)];
  other.append(line("other"));
  other.append(line("other"));
  while (auditFiles(folder).length === 1) one.append(line("one"));
  other.append(line("last"));
  one.close();
  other.close();

  expect([...readAudit(folder)].at(-1)).toMatchObject({ file: AUDIT_FILE, record: { tool: "last" } });
  expect(verifyAudit(folder)).toMatchObject({ ok: true, files: 2 });
});

test("the line written last is covered by the next as it was written, not as it is found", ({ folder }) => {
  const file = join(folder, AUDIT_FILE);
  const log = new AuditLog(folder, 1_000_000);
  log.append(line("one"));
  log.append(line("two"));
  writeFileSync(file, readFileSync(file, "utf8").replace("two", "TWO"));
  log.append(line("three"));
  log.close();

  expect(verifyAudit(folder)).toMatchObject({ ok: false, line: 2 });
});

test("a file that was removed is begun anew at the next line", ({ folder }) => {
  const log = new AuditLog(folder, 1_000_000);
  log.append(line("one"));
  rmSync(join(folder, AUDIT_FILE));
  log.append(line("two"));
  log.close();

  expect([...readAudit(folder)].map(({ record }) => record?.tool)).toEqual(["two"]);
});

test("files are followed by their links, whatever order their names have", ({ folder }) => {
  write(folder, 30, 1_500);
  const [first = "", second = "", third = ""] = auditFiles(folder);
  renameSync(join(folder, first), join(folder, "audit-000900-1.jsonl"));
  expect(verifyAudit(folder)).toMatchObject({ ok: true, lines: 30 });

  rmSync(join(folder, second));
  expect(verifyAudit(folder)).toMatchObject({ ok: false, file: third, line: 1 });
});

test("a rotation writes over no file, also when older ones were taken away", ({ folder }) => {
  write(folder, 40, 1_500);
  const [first = "", second = "", ...kept] = auditFiles(folder).slice(0, -1);
  rmSync(join(folder, first));
  rmSync(join(folder, second));
  const before = kept.map((name) => readFileSync(join(folder, name), "utf8"));
  write(folder, 40, 1_500);

  expect(kept.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(before);
});

test("a write that was cut short spoils no later line", ({ folder }) => {
  write(folder, 3);
  appendFileSync(join(folder, AUDIT_FILE), '{"time":"2026-');
  write(folder, 3);

  expect(verifyAudit(folder)).toEqual({ ok: true, files: 1, lines: 7, torn: 1 });
});

test("a line that was lost stops what changes something, until the log takes lines again", ({ folder }) => {
  const file = join(folder, AUDIT_FILE);
  symlinkSync("/dev/full", file);
  const log = new AuditLog(folder, 1_000_000);
  log.ensureWritable();

  expect(() => log.append(line("first"))).toThrow(/cannot be written \(ENOSPC\)/);
  expect(() => log.ensureWritable()).toThrow(/cannot be written/);

  rmSync(file);
  log.ensureWritable();
  log.append(line("second"));
  log.close();
  expect([...readAudit(folder)].map(({ record }) => record?.tool)).toEqual(["audit", "second"]);
  expect(verifyAudit(folder)).toMatchObject({ ok: true });
});

test("processes that write at the same time share one sound chain", async ({ folder }) => {
  const script = join(folder, "writer.ts");
  const source = new URL("../../src/store/audit-log.ts", import.meta.url).href;
  writeFileSync(
    script,
    `import { AuditLog } from ${JSON.stringify(source)};
     const log = new AuditLog(process.argv[2], 20_000);
     for (let index = 0; index < 200; index++) log.append({ time: "t", tool: process.argv[3], outcome: "ok" });`,
  );
  const exits = ["a", "b", "c"].map(
    (name) =>
      new Promise((resolve) =>
        fork(script, [join(folder, "log"), name], { execArgv: [] }).on("exit", resolve),
      ),
  );

  expect(await Promise.all(exits)).toEqual([0, 0, 0]);
  expect(verifyAudit(join(folder, "log"))).toMatchObject({ ok: true, lines: 600, torn: 0 });
});
