import { expect, test } from "vitest";
import { settingsDoc } from "../../src/settings/doc.ts";
import { ENTRIES } from "../../src/settings/names.ts";
import { nearest } from "../../src/settings/nearest.ts";

test.for(["flag", "variable", "path"] as const)("no two settings share a %s", (name) => {
  const names = ENTRIES.flatMap((entry) => entry[name] ?? []);

  expect(names).toEqual([...new Set(names)]);
});

test.for(ENTRIES)(
  "$id has names a person can type and a sentence that explains it",
  ({ flag, variable, path, setting }) => {
    if (flag !== undefined) expect(flag).toMatch(/^[a-z][a-z0-9-]+$/);
    if (variable !== undefined) expect(variable).toMatch(/^TERMGATE_[A-Z0-9_]+$/);
    expect(path).toMatch(/^[a-z][a-z0-9_.]+$/);
    expect(setting.doc).toMatch(/^[^a-z].*[.]$/s);
  },
);

test.for(ENTRIES)("$id can be read back from its own default", ({ setting }) => {
  if (setting.default === undefined) return;

  expect(setting.default instanceof Map ? setting.default : setting.kind.read(setting.default)).toEqual(
    setting.default,
  );
});

test.for(ENTRIES.filter(({ setting }) => setting.onBadValue !== undefined))(
  "$id lets a project file narrow to what a bad value becomes",
  ({ setting }) => {
    const { project, onBadValue } = setting;

    if (typeof project === "function") expect(project(setting.default, onBadValue)).toBe(true);
    else expect(["any", "never"]).toContain(project);
  },
);

test("the documentation has one row for each setting", () => {
  const rows = settingsDoc().split("\n");

  for (const { path } of ENTRIES)
    expect(rows.filter((row) => row.startsWith(`| \`${path}\` |`))).toHaveLength(1);
});

test.for([
  ["saftey", "safety"],
  ["doctr", "doctor"],
  ["htpp", "http"],
  ["instal", "install"],
  ["zzzzzz", undefined],
  ["x".repeat(500), undefined],
] as const)("the nearest name to %s is %s", ([word, name]) => {
  expect(nearest(word, ["safety", "doctor", "http", "install"])).toBe(name);
});
