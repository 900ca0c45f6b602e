import { describe, expect, test } from "vitest";
import { entriesOf } from "../../src/settings/names.ts";
import { type Given, readSettings, readTable } from "../../src/settings/read.ts";
import {
  flag,
  integer,
  list,
  namedTables,
  oneOf,
  setting,
  tables,
  text,
  Unreadable,
} from "../../src/settings/setting.ts";

const USER = "/home/ada/.config/termgate/config.toml";
const PROJECT = "/code/termgate.toml";

function given(parts: Partial<Given> & { user?: string; project?: string }): Given {
  const files: Record<string, string | undefined> = { [USER]: parts.user, [PROJECT]: parts.project };
  return {
    flags: parts.flags ?? {},
    environment: parts.environment ?? {},
    cwd: "/code",
    home: "/home/ada",
    readFile: parts.readFile ?? ((path) => files[path]),
  };
}

const read = (parts: Parameters<typeof given>[0]) => readSettings(given(parts));

test("a preset of one's own leaves the others, and the other models of its table, as they were", async () => {
  const { settings } = await read({
    user: '[agents.preset.best]\nclaude = "mine"',
    project: '[agents.preset.review]\ncodex = "theirs"',
  });

  const { preset } = settings.agents;
  expect(preset.get("best")).toEqual({ claude: "mine", codex: "gpt-5.5" });
  expect(preset.get("review")).toEqual({ codex: "theirs" });
  expect([...preset.keys()]).toEqual(["best", "balanced", "fast", "cheap", "review"]);
});

describe("which source wins", () => {
  const all = {
    flags: { "page-size": "5" },
    environment: { TERMGATE_PAGE_SIZE: "4" },
    project: "page_size = 3",
    user: "page_size = 2",
  };

  test.for([
    ["a flag beats everything", all, 5, "flag", "--page-size"],
    ["a variable beats the files", { ...all, flags: {} }, 4, "variable", "TERMGATE_PAGE_SIZE"],
    [
      "the project's file beats the person's",
      { ...all, flags: {}, environment: {} },
      3,
      "project file",
      "page_size",
    ],
    ["the person's file beats the default", { user: all.user }, 2, "user file", "page_size"],
    ["the default is left", {}, 500, "default", undefined],
  ] as const)("%s", async ([, parts, value, origin, name]) => {
    const { settings, sources, problems } = await read(parts);

    expect(settings.house.pageSize).toBe(value);
    expect(sources["house.pageSize"]).toEqual({ origin, name });
    expect(problems).toEqual([]);
  });

  test("the person's file is looked for where XDG_CONFIG_HOME says, when that is an absolute path", async () => {
    const asked: string[] = [];
    const readFile = (path: string) => void asked.push(path);

    await read({ environment: { XDG_CONFIG_HOME: "/etc/xdg" }, readFile });
    await read({ environment: { XDG_CONFIG_HOME: "relative" }, readFile });

    expect(asked).toEqual(["/etc/xdg/termgate/config.toml", PROJECT, USER, PROJECT]);
  });

  test("an empty variable is no answer", async () => {
    const { settings, problems } = await read({
      environment: { TERMGATE_SAFETY: "" },
      user: 'safety = "readonly"',
    });

    expect(settings.house.safety).toBe("readonly");
    expect(problems).toEqual([]);
  });

  test("a boolean flag can be switched off by its negative", async () => {
    const { settings } = await read({ flags: { "no-auth": true } });

    expect(settings.http.auth).toBe(false);
  });

  test("every group is there, also one nobody said anything about", async () => {
    const { settings } = await read({});

    expect(Object.keys(settings)).toEqual(["house", "http", "tmux", "shell", "approvals", "agents"]);
  });
});

describe("a project file", () => {
  test("can tighten the tier", async () => {
    const { settings, problems } = await read({ project: 'safety = "readonly"' });

    expect(settings.house.safety).toBe("readonly");
    expect(problems).toEqual([]);
  });

  test("cannot loosen the tier", async () => {
    const { settings, problems } = await read({ project: 'safety = "destructive"' });

    expect(settings.house.safety).toBe("mutating");
    expect(problems).toMatchObject([{ level: "warning", origin: "project file" }]);
  });

  test("is measured against the person's own file, not the default", async () => {
    const { settings } = await read({ user: 'safety = "readonly"', project: 'safety = "mutating"' });

    expect(settings.house.safety).toBe("readonly");
  });

  test("cannot move where state is kept or which door is open", async () => {
    const { settings, problems } = await read({ project: 'state_dir = "/tmp/x"\n[http]\nauth = false' });

    expect(settings.house.stateDir).toBeUndefined();
    expect(settings.http.auth).toBe(true);
    expect(problems).toHaveLength(2);
  });
});

describe("a value that cannot be read", () => {
  test.for([
    ["a flag", { flags: { safety: "s3cret-word" } }],
    ["a variable", { environment: { TERMGATE_SAFETY: "s3cret-word" } }],
    ["the person's file", { user: 'safety = "s3cret-word"' }],
    ["the project's file", { project: 'safety = "s3cret-word"' }],
  ] as const)("narrows the tier when it stands in %s, and is not repeated", async ([, parts]) => {
    const { settings, problems } = await read(parts);

    expect(settings.house.safety).toBe("readonly");
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(/wants one of readonly, mutating, destructive; "readonly" is used/);
    expect(JSON.stringify(problems)).not.toContain("s3cret");
  });

  test("is ignored where it is a number, and the next source counts", async () => {
    const { settings, problems } = await read({
      environment: { TERMGATE_PAGE_SIZE: "12e9x" },
      user: "page_size = 9",
    });

    expect(settings.house.pageSize).toBe(9);
    expect(problems).toMatchObject([{ level: "warning", origin: "variable" }]);
  });
});

describe("a name nobody knows", () => {
  test.for([
    ["a key", { user: 'safty = "readonly"' }, "safety"],
    ["a key of a group", { user: "[http]\nbnd = 'x'" }, "http.bind"],
    ["a variable", { environment: { TERMGATE_SAFTEY: "x" } }, "TERMGATE_SAFETY"],
    ["a flag", { flags: { pagesize: "7" } }, "--page-size"],
  ] as const)("is told with the nearest one: %s", async ([, parts, meant]) => {
    const { problems } = await read(parts);

    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(`did you mean ${meant}?`);
  });

  test("is not shown when it could carry control characters", async () => {
    const { problems } = await read({ project: '"\\u001b[31mred" = 1' });

    expect(problems[0]?.message).not.toContain("\u001b");
  });
});

describe("a file that is broken", () => {
  test.for([
    ["not TOML, the person's", { user: "safety = s3cret" }],
    ["not TOML, the project's", { project: "= s3cret" }],
    ["a group that is no table", { user: 'http = "s3cret"' }],
  ] as const)("stops the start and narrows: %s", async ([, parts]) => {
    const { settings, problems } = await read({ ...parts, flags: { safety: "destructive" } });

    expect(problems.some(({ level }) => level === "refuse")).toBe(true);
    expect(settings.house.safety).toBe("readonly");
    expect(JSON.stringify(problems)).not.toContain("s3cret");
  });

  test("stops the start when it cannot be opened", async () => {
    const readFile = () => {
      throw Object.assign(new Error("denied"), { code: "EACCES" });
    };

    const { problems } = await read({ readFile });

    expect(problems).toMatchObject([{ level: "refuse" }, { level: "refuse" }]);
    expect(problems[0]?.message).toContain(`${USER} cannot be read (EACCES)`);
  });
});

describe("a variable of another system", () => {
  test("counts in its own profile, below ours", async () => {
    const theirs = { TERMGATE_PROFILE: "libtmux", LIBTMUX_SAFETY: "destructive" };

    expect((await read({ environment: theirs })).settings.house.safety).toBe("destructive");
    expect(
      (await read({ environment: { ...theirs, TERMGATE_SAFETY: "readonly" } })).settings.house.safety,
    ).toBe("readonly");
    expect(
      (await read({ environment: theirs, user: 'safety = "readonly"' })).sources["house.safety"],
    ).toEqual({
      origin: "legacy variable",
      name: "LIBTMUX_SAFETY",
    });
  });

  test("is not followed in another profile, and says so", async () => {
    const { settings, problems } = await read({ environment: { LIBTMUX_SAFETY: "destructive" } });

    expect(settings.house.safety).toBe("mutating");
    expect(problems[0]?.message).toBe(
      "LIBTMUX_SAFETY counts in the profile libtmux only; use TERMGATE_SAFETY here.",
    );
  });
});

describe("shapes a room can ask for", () => {
  const rule = tables("[[rule]] tables with a name", ({ name }) =>
    typeof name === "string" ? { name } : new Unreadable("wants a name in every rule"),
  );
  const entries = entriesOf({
    house: {
      rule: setting({
        kind: rule,
        default: [],
        doc: "Rules.",
        project: (from, to) => to.length >= from.length,
        merge: (from, to) => [...from, ...to],
      }),
      words: setting({ kind: list, default: [], doc: "Words.", project: "any" }),
      level: setting({
        kind: oneOf(["low", "high"]),
        default: "low",
        doc: "Level.",
        project: "any",
        legacy: {
          profile: "botctl",
          variable: "OLD_LEVEL",
          translate: (raw) => (raw === "11" ? "high" : raw),
        },
      }),
      profile: setting({ kind: text, default: "botctl", doc: "Profile.", project: "never" }),
    },
    agents: {
      preset: setting({
        kind: namedTables("tables", ({ model }) => String(model)),
        default: new Map<string, string>(),
        doc: "Presets.",
        project: "any",
      }),
      dry: setting({ kind: flag, default: false, doc: "Dry.", project: "any", key: "dry_run" }),
      most: setting({ kind: integer(1, 9), default: 1, doc: "Most.", project: "any" }),
    },
  });
  const readSmall = (parts: Parameters<typeof given>[0]) => readTable(given(parts), entries);

  test("arrays of tables, which have neither flag nor variable", async () => {
    const { settings } = await readSmall({ user: '[[rule]]\nname = "a"\n[[rule]]\nname = "b"' });

    expect(settings["house"]?.["rule"]).toEqual([{ name: "a" }, { name: "b" }]);
    expect(entries[0]).toMatchObject({ flag: undefined, variable: undefined, path: "rule" });
  });

  test("a table the room cannot read stops the start and says which one", async () => {
    const { problems } = await readSmall({ user: '[[rule]]\nname = "a"\n[[rule]]\nname = 7' });

    expect(problems).toMatchObject([{ level: "refuse" }]);
    expect(problems[0]?.message).toContain("wants a name in every rule (table 2)");
  });

  test("a project's tables join the person's where the room merges them", async () => {
    const { settings } = await readSmall({ user: '[[rule]]\nname = "a"', project: '[[rule]]\nname = "b"' });

    expect(settings["house"]?.["rule"]).toEqual([{ name: "a" }, { name: "b" }]);
  });

  test("named tables, lists, another key, and the words of an older system", async () => {
    const { settings, problems } = await readSmall({
      user: 'words = ["x"]\ndry_run = true\n[agents.preset.fast]\nmodel = "m"',
      environment: { OLD_LEVEL: "11" },
    });

    expect(settings["agents"]).toMatchObject({ preset: new Map([["fast", "m"]]), dry: true });
    expect(settings["house"]).toMatchObject({ words: ["x"], level: "high" });
    expect(problems).toEqual([]);
  });
});
