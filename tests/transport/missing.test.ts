import { expect, initialize, LEGACY, modern, test as base } from "./door.ts";

const uri = "tmux://elsewhere";
const read = { jsonrpc: "2.0", id: 2, method: "resources/read", params: { uri } };

for (const stateless of [true, false]) {
  const test = base.extend({ overrides: { http: { stateless } } as never });

  test.for(LEGACY)(
    `a resource that is not there has the code of %s (stateless: ${stateless})`,
    async (revision, { send }) => {
      const { headers: opened } = await send({ body: initialize(revision) });
      const session = opened.get("mcp-session-id");
      const headers = { "mcp-protocol-version": revision, ...(session && { "mcp-session-id": session }) };

      const { json } = await send({ body: read, headers });

      expect(json.error).toMatchObject({ code: -32_002, data: { uri } });
    },
  );

  test(`and another one since 2026-07-28 (stateless: ${stateless})`, async ({ send }) => {
    const { headers, body } = modern("resources/read", { uri });

    const { json } = await send({ body, headers: { ...headers, "mcp-name": uri } });

    expect(json.error).toMatchObject({ code: -32_602, data: { uri } });
  });
}
