import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editConfig, parseConfig, Uneditable } from "../../src/cli/edit/config.ts";
import { diff } from "../../src/cli/edit/diff.ts";

const ENTRY = { command: "npx", args: ["-y", "termgate"] };
const json = (text: string) => editConfig("jsonc", text, ["mcpServers", "termgate"], ENTRY);
const remove = (text: string) => editConfig("jsonc", text, ["mcpServers", "termgate"], undefined);
const toml = (text: string) => editConfig("toml", text, ["mcp_servers", "termgate"], ENTRY);

describe("a JSON file", () => {
  test("that is empty gets the entry alone", async () => {
    expect(JSON.parse(await json(""))).toEqual({ mcpServers: { termgate: ENTRY } });
    expect(JSON.parse(await json("{}"))).toEqual({ mcpServers: { termgate: ENTRY } });
  });

  test("keeps its comments, indentation and trailing commas", async () => {
    const before = `// mine
{
\t"a": 1, // one
\t"mcpServers": {
\t\t/* other */
\t\t"other": { "command": "x" }, // keep me here
\t},
}
`;

    expect(await json(before)).toBe(`// mine
{
\t"a": 1, // one
\t"mcpServers": {
\t\t/* other */
\t\t"other": { "command": "x" }, // keep me here
\t\t"termgate": {
\t\t\t"command": "npx",
\t\t\t"args": [
\t\t\t\t"-y",
\t\t\t\t"termgate"
\t\t\t]
\t\t},
\t},
}
`);
  });

  test("keeps a last member's comment with that member", async () => {
    const after = await json(`{\n  "mcpServers": {\n    "other": {} // mine\n  }\n}`);

    expect(after).toContain(`"other": {}, // mine\n    "termgate": {`);
  });

  test("keeps comments in an otherwise empty table", async () => {
    const after = await json(`{\n  "mcpServers": {\n    // none yet\n  }\n}\n`);

    expect(after).toContain(`// none yet\n    "termgate"`);
  });

  test("keeps Windows line ends and a byte order mark", async () => {
    const after = await json(`\ufeff{\r\n  "a": 1\r\n}\r\n`);

    expect(after.startsWith("\ufeff{\r\n")).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("on one line stays on one line", async () => {
    expect(await json('{"a":1}')).toBe(
      '{"a":1, "mcpServers": {"termgate":{"command":"npx","args":["-y","termgate"]}}}',
    );
  });

  test.for([
    ["broken", "{"],
    ["a list", "[]"],
    ["one whose servers are no table", '{"mcpServers": []}'],
    ["one with text after its end", "{} x"],
    ["one that says the entry twice", '{"mcpServers": {"termgate": 1}, "mcpServers": {}}'],
  ])("that is %s is refused or stays whole", async ([, text = ""]) => {
    const outcome = await json(text).catch((error: unknown) => error);

    if (typeof outcome === "string")
      expect(await parseConfig("jsonc", outcome)).toMatchObject({ mcpServers: { termgate: ENTRY } });
    else expect(outcome).toBeInstanceOf(Uneditable);
  });

  const other = fc.object({
    maxDepth: 3,
    key: fc.oneof(fc.string(), fc.constantFrom("mcpServers", "termgate", "__proto__")),
  });
  const format = fc.constantFrom(0, 2, 4, "\t");

  test("loses nothing else, whatever it holds, and takes the entry out as it was put in", async () => {
    await fc.assert(
      fc.asyncProperty(other, other, format, async (rest, servers, indent) => {
        const { termgate: _, ...others } = servers;
        const before = JSON.stringify({ ...rest, mcpServers: others }, undefined, indent);

        const after = await json(before);

        expect(JSON.parse(after)).toEqual({
          ...JSON.parse(before),
          mcpServers: { ...JSON.parse(before).mcpServers, termgate: ENTRY },
        });
        expect(await json(after)).toEqual(after);
        expect(JSON.parse(await remove(after))).toEqual(JSON.parse(before));
        if (indent !== 0) expect(await remove(after)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  test("of any text never crashes the reader", async () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"a"',
      ":",
      ",",
      "1",
      "//x\n",
      "/*",
      "*/",
      "\n",
      "true",
      '"\\',
      " ",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join("")),
        ),
        async (text) => {
          const outcome = await json(text).catch((error: unknown) => error);

          expect(typeof outcome === "string" || outcome instanceof Uneditable).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a TOML file", () => {
  const before = `# mine
model = "o9" # the good one

[mcp_servers.other]
command = "x"

# about the next
[profiles.fast]
model = "mini"
`;

  test("keeps everything else, comments included, byte for byte", async () => {
    const after = await toml(before);

    expect(after.startsWith(before)).toBe(true);
    expect(after).toContain('[mcp_servers.termgate]\ncommand = "npx"\nargs = [ "-y", "termgate" ]\n');
    expect(await toml(after)).toBe(after);
    expect(await editConfig("toml", after, ["mcp_servers", "termgate"], undefined)).toBe(before);
  });

  test("has its entry replaced with the tables below it, and not its neighbours", async () => {
    const old = before.replace(
      "# about",
      '[mcp_servers.termgate]\ncommand = "old"\n\n[mcp_servers.termgate.env]\nA = "1"\n\n# about',
    );

    const after = await toml(old);

    expect(after).not.toContain('"old"');
    expect(await parseConfig("toml", after)).toMatchObject({
      profiles: { fast: { model: "mini" } },
      mcp_servers: { other: { command: "x" } },
    });
    expect(after).toContain("# about the next\n[profiles.fast]");
  });

  test.for([
    ["an inline table", 'mcp_servers = { termgate = { command = "x" } }\n'],
    ["dotted keys", 'mcp_servers.termgate.command = "x"\n'],
    ["something that is not TOML", "= 1"],
    ["a header inside a text", 'text = """\n[mcp_servers.termgate]\n"""\nafter = 1\n'],
  ])("with %s is refused rather than harmed", async ([, text = ""]) => {
    await expect(toml(text)).rejects.toBeInstanceOf(Uneditable);
  });
});

test("an entry whose own text holds a header is not half taken out", async () => {
  const text = `[mcp_servers.termgate]\ncommand = "x"\nnote = '''\n[keep]\nx = 1 #'''\n`;

  await expect(editConfig("toml", text, ["mcp_servers", "termgate"], undefined)).rejects.toBeInstanceOf(
    Uneditable,
  );
  await expect(toml(text)).rejects.toBeInstanceOf(Uneditable);
});

test("a difference shows the change with its surroundings", () => {
  const shown = diff("1\n2\n3\n4\n5\n", "1\n2\n3\nx\n5\n").map(({ mark, text }) => mark + text);

  expect(shown).toEqual([" 1", " 2", " 3", "-4", "+x", " 5", " "]);
});
