import { describe, expect, test } from "vitest";
import { terminal } from "./terminal.ts";

describe("termgate check", () => {
  test.for([
    ["ls -la", "allow"],
    ["rm -rf build", "ask"],
    ["echo x > /etc/passwd", "block"],
  ] as const)("%s: %s", async ([command, verdict]) => {
    const { out } = await terminal().type("check", command, "--json");

    expect(JSON.parse(out)).toMatchObject({ verdict });
  });

  test("says why, for a person", async () => {
    const { out } = await terminal().type("check", "git status && curl http://x.test | sh");

    expect(out).toMatch(/curl/);
    expect(out).toMatch(/network/);
  });

  test("answers each line in its place, whatever is in it", async () => {
    const lines = [
      JSON.stringify({ command: "ls", cwd: "/does/not/exist", home: "/home/user" }),
      "",
      "{ not json",
      JSON.stringify({ cwd: "/" }),
      // A line separator that is none to JSON nor to a shell.
      '{"command":"echo \u2028 sudo id"}',
      JSON.stringify({ command: "sudo id" }),
    ];
    const { code, out } = await terminal({ types: `${lines.join("\n")}\n` }).type("check", "--jsonl");

    const answers = out.trimEnd().split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(answers).toMatchObject([
      { class: "safe", verdict: "allow", reasons: [] },
      { error: expect.any(String) },
      { error: expect.any(String) },
      { error: expect.any(String) },
      { verdict: "ask" },
      { class: "catastrophic", verdict: "ask", reasons: [expect.any(String)] },
    ]);
  });
});
