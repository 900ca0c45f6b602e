import fc from "fast-check";
import { expect, test } from "vitest";
import { ENTRIES } from "../../src/settings/names.ts";
import { readSettings } from "../../src/settings/read.ts";
import { PROFILES, TIERS } from "../../src/tools/tool.ts";

const MARK = "zqSECRETqz";
const cwd = "/code";
const home = "/home/ada";

const paths = ENTRIES.map(({ path }) => path);
const value = fc.oneof(
  fc.string().map((text) => JSON.stringify(MARK + text)),
  fc.constantFrom(
    "true",
    "false",
    "0",
    "-1",
    "1e400",
    "[]",
    "{}",
    "nan",
    "1979-05-27",
    '"readonly"',
    '"destructive"',
  ),
  fc.array(fc.integer()).map((items) => JSON.stringify(items)),
);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...paths), value).map(([key, raw]) => `${key} = ${raw}`) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.string(), value).map(([key, raw]) => `${JSON.stringify(key)} = ${raw}`),
  },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom("[http]", "[[rule]]", "[__proto__]", "__proto__.x = 1", "[house]"),
  },
);
const file = fc.option(
  fc.oneof(
    fc.uniqueArray(line, { maxLength: 6 }).map((lines) => lines.join("\n")),
    fc.string(),
  ),
  {
    nil: undefined,
  },
);
const word = fc.oneof(
  fc.string().map((text) => MARK + text),
  fc.constantFrom("", "readonly", "mutating", "true", "0", "-5", "99999999999999999999"),
);
const names = (list: readonly (string | undefined)[]) =>
  fc.constantFrom(...list.flatMap((name) => name ?? []));
const flags = fc.dictionary(names(ENTRIES.map(({ flag }) => flag)), fc.oneof(word, fc.boolean()), {
  maxKeys: 4,
});
const variables = fc.dictionary(
  fc.oneof(
    names(ENTRIES.map(({ variable }) => variable)),
    names(ENTRIES.flatMap(({ legacy }) => legacy.map(({ variable }) => variable))),
    fc.string().map((text) => `TERMGATE_${text}`),
  ),
  word,
  { maxKeys: 4 },
);
const environment = fc
  .tuple(variables, fc.constantFrom(...PROFILES))
  .map(([others, profile]) => ({ TERMGATE_PROFILE: profile, ...others }));

const rank = (tier: (typeof TIERS)[number]) => TIERS.indexOf(tier);

test("no settings crash the reader, and no rejected value is repeated", async () => {
  await fc.assert(
    fc.asyncProperty(file, file, flags, environment, async (user, project, flags, environment) => {
      const readFile = (path: string) => (path.startsWith(home) ? user : project);

      const { settings, sources, problems } = await readSettings({ flags, environment, cwd, home, readFile });

      expect(JSON.stringify(problems)).not.toContain(MARK);
      expect(Object.keys(sources).toSorted()).toEqual(ENTRIES.map(({ id }) => id).toSorted());
      expect(TIERS).toContain(settings.house.safety);
      expect(Object.prototype).not.toHaveProperty("x");
    }),
    { numRuns: 400 },
  );
});

test("whatever a project file says, it never loosens", async () => {
  await fc.assert(
    fc.asyncProperty(file, file, async (user, project) => {
      const at = (project: string | undefined) =>
        readSettings({
          environment: {},
          cwd,
          home,
          readFile: (path) => (path.startsWith(home) ? user : project),
        });

      const alone = await at(undefined);
      const together = await at(project);

      expect(rank(together.settings.house.safety)).toBeLessThanOrEqual(rank(alone.settings.house.safety));
      for (const { id, group, key, setting } of ENTRIES) {
        if (setting.project !== "never") continue;
        if (together.problems.some(({ level }) => level === "refuse")) continue;
        const pick = (settings: object) =>
          (settings as Record<string, Record<string, unknown>>)[group]?.[key];
        expect([id, pick(together.settings)]).toEqual([id, pick(alone.settings)]);
      }
      if (alone.settings.house.selfGuard) expect(together.settings.house.selfGuard).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("whatever stands in place of the tier, it is not destructive unless that is what was written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (typed) => {
      fc.pre(typed !== "destructive");

      const { settings } = await readSettings({
        environment: { TERMGATE_SAFETY: typed },
        cwd,
        home,
        readFile: () => undefined,
      });

      expect(settings.house.safety).not.toBe("destructive");
      if (typed !== "" && typed !== "mutating") expect(settings.house.safety).toBe("readonly");
    }),
  );
});
