import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { createRedactor, HIDDEN } from "../../src/redact/redactor.ts";

const SECRET = "c4n4ry-0f-a-value_that_is_rather_long_77";
const FIXED = [`npm_${"aB3dE5gH".repeat(8).slice(0, 36)}`, "AKIAIOSFODNN7EXAMPLE"];
const TOKEN = `ghp_${"aB3dE5gH".repeat(8).slice(0, 36)}`;
const redactor = createRedactor({ environment: { DEPLOY_TOKEN: SECRET } });

/** As a terminal of this many columns shows it. */
const wrap = (text: string, columns: number) =>
  text
    .split("\n")
    .flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, "g")) ?? [""])
    .join("\n");
const pieces = (secret: string) =>
  Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8));
const rest = (shown: string) => shown.replace(/\s/g, "");

describe("rows of a terminal", () => {
  test.for([10, 13, 20, 37, 40, 41, 60])("hide a secret that runs over rows of %i columns", (columns) => {
    for (const secret of [SECRET, TOKEN, ...FIXED]) {
      for (let before = 0; before < columns; before++) {
        const shown = redactor.rows(wrap(`${"x".repeat(before)} ${secret} after\nnext line`, columns));

        expect(pieces(secret).filter((piece) => rest(shown).includes(piece))).toEqual([]);
        expect(rest(shown)).toContain("after");
        expect(rest(shown)).toContain("nextline");
      }
    }
  });

  test("stay as many as they were", () => {
    const rows = wrap(`one ${SECRET} two\nthree`, 12).split("\n");

    expect(redactor.deep(rows, redactor.rows)).toHaveLength(rows.length);
    expect(redactor.deep(rows, redactor.rows).at(-1)).toBe("three");
  });

  test("hide every row of a private key in a list of rows", () => {
    const body = Array.from({ length: 20 }, () => "aB3dE5gH".repeat(8));
    const rows = [
      "$ cat key",
      "-----BEGIN OPENSSH PRIVATE KEY-----",
      ...body,
      "-----END OPENSSH PRIVATE KEY-----",
      "$",
    ];

    const shown = redactor.deep(rows, redactor.rows);

    expect(shown).toHaveLength(rows.length);
    expect(shown.join("\n")).not.toContain("aB3dE5gH");
    expect([shown[0], shown.at(-1)]).toEqual(["$ cat key", "$"]);
  });

  test("hide a long token to its end when its first row already looks like one", () => {
    const long = `sk-ant-api03-${"aB3dE5gH".repeat(12)}`;

    const shown = redactor.rows(wrap(`key=${long}\nnext`, 50));

    expect(shown).not.toContain("aB3d");
    expect(shown).toMatch(/\nnext$/);
  });

  test.for([23, 37, 64])("hide a private key whose header wrapped at %i columns", (columns) => {
    const key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${"aB3dE5gH".repeat(40)}\n-----END OPENSSH PRIVATE KEY-----\nafter`;

    const shown = redactor.rows(wrap(key, columns));

    expect(rest(shown)).not.toContain("aB3dE5gH");
    expect(shown).toMatch(/\nafter$/);
  });

  test("leave what follows a whole token in the next row", () => {
    expect(
      redactor.rows(
        `a longer row than the one with the token, so that it is not full ${"-".repeat(20)}\n${TOKEN}\nNAME=x`,
      ),
    ).toMatch(/\n\[REDACTED\]\nNAME=x$/);
  });

  test.for([
    "GET http://localhost:8080\nuser@host and more text than above",
    "the list of tas\nsk-learn sk-image",
    "npm_config\n_cache AKIA\nIOS",
  ])("leave %j alone", (text) => {
    expect(redactor.rows(text)).toBe(text);
  });

  test("hide a secret with colours inside", () => {
    for (const secret of [SECRET, TOKEN]) {
      const coloured = `a \u001b[01;31m${secret.slice(0, 12)}\u001b[m\u001b[K${secret.slice(12)} b`;

      expect(redactor.text(coloured)).toBe(`a \u001b[01;31m${HIDDEN} b`);
    }
  });
});

describe("a dump", () => {
  const text = `before=1\nkey = ${SECRET}\nafter\n`;
  const other = text.replace(SECRET, "Z".repeat(SECRET.length));
  test.for([
    ["xxd"],
    ["xxd", "-c", "7"],
    ["xxd", "-g", "1"],
    ["xxd", "-g", "4", "-u"],
    ["xxd", "-c", "1"],
    ["xxd", "-p"],
    ["xxd", "-i"],
    ["hexdump"],
    ["hexdump", "-C"],
    ["hexdump", "-c"],
    ["hexdump", "-b"],
    ["od"],
    ["od", "-c"],
    ["od", "-a"],
    ["od", "-b"],
    ["od", "-x"],
    ["od", "-An", "-c"],
    ["od", "-An", "-tx1"],
    ["od", "-tx1z"],
    ["od", "-Ax", "-tx1"],
    ["od", "-Ax", "-tx4"],
    ["od", "-Ad", "-tu1"],
    ["base64"],
    ["base64", "-w", "20"],
    ["fold", "-w", "5"],
  ])("by %s hides a value over all its lines", (words) => {
    const [program = "", ...args] = words;
    const dump = execFileSync(program, args, { input: text, encoding: "utf8" });

    const shown = redactor.text(dump);
    const stream = redactor.stream();
    const streamed =
      Array.from(dump.match(/[^]{1,50}/g) ?? [], (piece) => stream.push(piece)).join("") + stream.end();

    expect(shown).toContain(HIDDEN);
    expect(streamed).toBe(shown);
    const without = execFileSync(program, args, { input: other, encoding: "utf8" }).split("\n");
    const telling = dump.split("\n").filter((line) => !without.includes(line));
    expect(telling.length).toBeGreaterThan(0);
    expect(telling.filter((line) => shown.split("\n").includes(line))).toEqual([]);
  });

  test.for([
    "xxd",
    "xxd -c 7",
    "xxd -g 4 -u",
    "hexdump",
    "hexdump -C",
    "hexdump -c",
    "hexdump -b",
    "od",
    "od -c",
    "od -a",
    "od -b",
    "od -x",
    "od -tx1",
    "od -tx1z",
    "od -Ax -tx4",
    "od -tu1",
  ])("by %s hides a token over all its lines", (line) => {
    const [program = "", ...args] = line.split(" ");

    const shown = redactor.text(execFileSync(program, args, { input: `token ${TOKEN}`, encoding: "utf8" }));

    expect(
      shown
        .split("\n")
        .filter((one) => !one.includes(HIDDEN))
        .join(""),
    ).toMatch(/^[0-9a-f]{0,8}$/);
  });
});
