import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor, HIDDEN } from "../../src/redact/redactor.ts";

const SECRET = "c4n4ry/+value=77\"quote'";
const redactor = createRedactor({ environment: { DEPLOY_TOKEN: SECRET, HOME: "/home/user" } });

describe("by the name of its variable", () => {
  test("hides a value wherever it stands", () => {
    expect(redactor.text(`a ${SECRET}${SECRET} b /home/user`)).toBe(`a ${HIDDEN}${HIDDEN} b /home/user`);
  });

  test("hides the longer of two values that overlap", () => {
    const both = createRedactor({ environment: { A_TOKEN: "abcd1234", B_TOKEN: "abcd1234-and-more" } });

    expect(both.text("x abcd1234-and-more y abcd1234")).toBe(`x ${HIDDEN} y ${HIDDEN}`);
  });

  test("leaves short values and plain words alone", () => {
    const short = createRedactor({ environment: { A_TOKEN: "abc", USE_AUTH: "true", SMTP_PORT: "8080" } });

    expect(short.text("abc true 8080")).toBe("abc true 8080");
  });

  test("takes further patterns and exceptions", () => {
    const custom = createRedactor({
      environment: { MY_DSN: "dsn-value-1", GH_TOKEN: "shown-value" },
      patterns: ["(?i)dsn"],
      allowed: ["GH_TOKEN"],
    });

    expect(custom.text("dsn-value-1 shown-value")).toBe(`${HIDDEN} shown-value`);
  });

  const forms: Record<string, (value: string) => string> = {
    json: (value) => JSON.stringify({ value }),
    url: (value) => `https://x/?q=${encodeURIComponent(value)}`,
    "url in small letters": (value) => encodeURIComponent(value).toLowerCase(),
    base64: (value) => Buffer.from(value).toString("base64"),
    "base64 after one byte": (value) => Buffer.from(`x${value}y`).toString("base64"),
    "base64 after two bytes": (value) => Buffer.from(`xx${value}yy`).toString("base64"),
    base64url: (value) => Buffer.from(`k:${value}`).toString("base64url"),
    hex: (value) => Buffer.from(value).toString("hex"),
    "upper-case hex": (value) => Buffer.from(value).toString("hex").toUpperCase(),
    "hex in groups of four": (value) =>
      Buffer.from(value)
        .toString("hex")
        .replace(/(.{8})/g, "$1 "),
    "hex with colons": (value) => (Buffer.from(value).toString("hex").match(/../g) ?? []).join(":"),
    "numbers in C": (value) =>
      Array.from(Buffer.from(value), (byte) => `0x${byte.toString(16).padStart(2, "0")}`).join(", "),
    "a list of numbers": (value) => JSON.stringify([...Buffer.from(value)]),
    "octal escapes": (value) =>
      Array.from(Buffer.from(value), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
    "printf %q": (value) => value.replace(/[^A-Za-z0-9_@%+=:,./-]/g, "\\$&"),
    XML: (value) => value.replaceAll('"', "&quot;"),
    "letters with blanks between": (value) => Array.from(value).join(" "),
    "base64 in lines": (value) =>
      Buffer.from(value)
        .toString("base64")
        .replace(/(.{7})/g, "$1\n"),
    "single quotes": (value) => `'${value.replaceAll("'", `'\\''`)}'`,
  };
  test.for(Object.keys(forms))("hides the value written as %s", (name) => {
    const written = forms[name]?.(SECRET) ?? "";

    const shown = redactor.text(written);

    expect(shown).toContain(HIDDEN);
    expect(shown.replaceAll(HIDDEN, "").length).toBeLessThan(24);
  });
});

describe("by its shape", () => {
  const letters = (count: number) => "aB3dE5gH".repeat(32).slice(0, count);
  const shapes: Record<string, string> = {
    "an AWS key id": "AKIAIOSFODNN7EXAMPLE",
    "a GitHub token": `ghp_${letters(36)}`,
    "a fine-grained GitHub token": `github_pat_${letters(60)}`,
    "a GitLab token": `glpat-${letters(20)}`,
    "a Slack token": `xoxb-123456789012-${letters(24)}`,
    "a JWT": `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${letters(43)}`,
    "an Anthropic key": `sk-ant-api03-${letters(80)}`,
    "an OpenAI key": `sk-proj-${letters(48)}`,
    "a Stripe key": `sk_live_${letters(24)}`,
    "an npm token": `npm_${letters(36)}`,
    "a Google key": `AIza${letters(35)}`,
    "a Hugging Face token": `hf_${letters(34)}`,
    "a SendGrid key": `SG.${letters(22)}.${letters(43)}`,
    "an age key": `AGE-SECRET-KEY-1${letters(58).toUpperCase()}`,
  };
  const none = createRedactor({ environment: {} });
  test.for(Object.keys(shapes))("hides %s", (name) => {
    expect(none.text(`key: ${shapes[name]}, next`)).toBe(`key: ${HIDDEN}, next`);
  });

  test("hides a password in a URL and keeps the rest of it", () => {
    expect(none.text("postgres://app:s3cr3t!x@db:5432/main")).toBe(`postgres://app:${HIDDEN}@db:5432/main`);
  });

  test("hides the body of a private key", () => {
    const body = `${letters(64)}\n`.repeat(20);

    const shown = none.text(
      `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}-----END OPENSSH PRIVATE KEY-----\nafter`,
    );

    expect(shown).not.toContain(letters(16));
    expect(shown).toContain("after");
  });

  test("hides what follows an Authorization header", () => {
    expect(none.text("> Authorization: Bearer abcdef0123456789")).toBe(`> Authorization: Bearer ${HIDDEN}`);
  });

  test.for([
    "commit 9e7ea6e1a7d32b0f4c5d6e7f8a9b0c1d2e3f4a5b",
    "https://example.com:8080/path@2x.png",
    "git@github.com:owner/name.git and user:group",
    "disk-0123456789abcdef0123456789 task-list-of-things",
    "sha512-aGVsbG8gd29ybGQgdGhpcyBpcyBub3QgYSBzZWNyZXQ=",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "npm_config_cache npm_lifecycle_event AIza eyJ sk- ghp_ ://",
    "550e8400-e29b-41d4-a716-446655440000",
  ])("leaves %j alone", (text) => {
    expect(none.text(text)).toBe(text);
  });
});

test("redacts every string in a value and keeps its shape", () => {
  const value = { a: [SECRET, 1, null, { b: `x${SECRET}` }], [SECRET]: true };

  expect(redactor.deep(value)).toEqual({ a: [HIDDEN, 1, null, { b: `x${HIDDEN}` }], [HIDDEN]: true });
});

test("a stream shows the same as the whole text, however it is cut into pieces", () => {
  const part = fc.oneof(
    fc.constant(SECRET),
    fc.constant(Buffer.from(SECRET).toString("base64")),
    fc.constant(`ghp_${"a1B2".repeat(9)} `),
    fc.constant(`-----BEGIN PRIVATE KEY-----\n${"QUJD".repeat(400)}\n-----END PRIVATE KEY-----\n`),
    fc.string({ maxLength: 40 }),
    fc.constant("plain text ".repeat(900)),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }),
      fc.array(fc.nat(9_000), { maxLength: 30 }),
      (parts, sizes) => {
        const text = parts.join("");
        const stream = redactor.stream();
        let shown = "";
        let at = 0;
        for (const size of sizes) {
          shown += stream.push(text.slice(at, at + size));
          at += size;
        }
        shown += stream.push(text.slice(at)) + stream.end();

        expect(shown).not.toContain(SECRET);
        expect(shown).toBe(redactor.text(text));
      },
    ),
    { numRuns: 300 },
  );
});

test("a stream never parts a secret from the words that tell it for one", () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${"QUJD".repeat(40)}\n-----END PRIVATE KEY-----\n`;
  const text = `${"x".repeat(40)} ${key} postgres://app:s3cr3t!x@db ${"y".repeat(40)}`;
  const whole = redactor.text(text);
  for (let length = 16_384; length < 16_384 + text.length; length++) {
    const stream = redactor.stream();

    const shown = stream.push(text + "z".repeat(length - text.length)) + stream.push("z") + stream.end();

    expect(shown.replace(/z+$/, "")).toBe(whole);
  }
});

test("takes any value of a variable without stumbling", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
      expect(createRedactor({ environment: { A_TOKEN: text } }).text(`<${text}>`)).toBeTypeOf("string");
    }),
  );
});
