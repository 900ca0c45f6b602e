import { describe } from "vitest";
import { expect, LEGACY, MAIN, MODERN, modern, READER, test } from "./door.ts";

describe("the token", () => {
  test.for(["POST", "GET", "DELETE", "OPTIONS", "PATCH"])("is asked for on %s", async (method, { send }) => {
    const { status, headers } = await send({ method, token: "" });

    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
  });

  test.for([
    ["a wrong one", "Bearer wrong-token"],
    ["one in another scheme", `Basic ${MAIN}`],
    ["the bare one", MAIN],
    ["one with something behind it", `Bearer ${MAIN} x`],
    ["an endless one", `Bearer ${"a".repeat(4_000)}`],
    ["none", "Bearer "],
  ] as const)("is refused when it is %s, and not repeated", async ([, authorization], { send, said }) => {
    const { status, headers, text } = await send({ headers: { authorization }, body: {} });

    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer .*error="invalid_token"/);
    expect(text + said.join()).not.toContain("wrong-token");
  });

  test("is not said when the door opens", async ({ door, said }) => {
    expect(said.join()).toContain(door.url);
    expect(said.join()).toContain("bearer token");
    expect(said.join()).not.toContain(MAIN);
  });

  test.for([MODERN, ...LEGACY])(
    "decides what is listed and what runs in %s",
    async (revision, { connect }) => {
      const [main, reader] = await Promise.all([connect(revision), connect(revision, READER)]);
      const namesOf = async (client: typeof main) => (await client.listTools()).tools.map(({ name }) => name);

      expect(await namesOf(main)).toContain("change");
      expect(await namesOf(reader)).not.toContain("change");
      expect(await main.callTool({ name: "change", arguments: {} })).toMatchObject({ isError: false });
      expect(await reader.callTool({ name: "change", arguments: {} })).toMatchObject({ isError: true });
    },
  );

  test("names its holder in the audit log, and itself nowhere", async ({ send, audited }) => {
    await send(modern("tools/call", { name: "echo", arguments: { text: "x" } }));

    expect(audited().at(-1)).toMatchObject({ tool: "echo", outcome: "ok" });
    expect(JSON.stringify(audited())).not.toContain(MAIN);
  });
});

describe("with authentication off", () => {
  const open = test.extend({ overrides: { http: { auth: false } } as never });

  open("nobody needs a token, and the door says so", async ({ send, said }) => {
    const { status } = await send({ ...modern("tools/list"), token: "" });

    expect(status).toBe(200);
    expect(said.join()).toContain("no authentication");
  });
});
