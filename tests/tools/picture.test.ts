import { expect, test } from "./room.ts";

const paint = String.raw`printf '\033[31mred\033[0m \033[1;44mbold\033[0m \033[38;2;1;2;3mrgb\033[0m 日本 é<&>\n'`;

async function contentOf(client: any, args: Record<string, unknown>) {
  const { content, structuredContent } = await client.callTool({ name: "snapshot_pane", arguments: args });
  return { content, output: structuredContent };
}

test("a picture shows colours and keeps every character in its column", async ({ client, call, pane }) => {
  await call("run_command", { command: paint, pane_id: pane });

  const { content, output } = await contentOf(client, { pane_id: pane, format: "svg" });

  const svg: string = content[0].text;
  expect(svg).toMatch(/^<svg [^]*<\/svg>$/);
  expect(svg).toMatch(/<text x="8 16.43 24.86" [^>]*fill="#cd3131"[^>]*>red</);
  expect(svg).toContain('fill="#2472c8"');
  expect(svg).toMatch(/font-weight="bold"[^>]*>bold</);
  expect(svg).toContain('fill="#010203"');
  expect(svg).toContain("&lt;&amp;&gt;");
  // Wide characters take two columns: 13 and 15, so what follows stands in column 18.
  const column = (at: number) => String(Math.round((8 + at * 8.43) * 100) / 100);
  expect(svg).toMatch(new RegExp(`x="${column(13)} ${column(15)}"[^>]*>日本<`));
  expect(svg).toMatch(new RegExp(`x="${column(18)} [^>]*>é&lt;`));
  expect(output).toMatchObject({ pane_id: pane, content: expect.stringContaining("red bold rgb 日本") });
});

test("a picture can be a PNG of the size of the pane", async ({ client, call, pane }) => {
  await call("run_command", { command: paint, pane_id: pane });

  const { content } = await contentOf(client, { pane_id: pane, format: "png" });

  expect(content[0]).toMatchObject({ type: "image", mimeType: "image/png" });
  const png = Buffer.from(content[0].data, "base64");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.readUInt32BE(16)).toBeGreaterThan(80 * 8);
  expect(png.readUInt32BE(20)).toBeGreaterThan(24 * 16);
  expect(JSON.parse(content[1].text)).toMatchObject({ pane_id: pane });
});

test("a secret that runs over the end of a row is in neither the text nor the picture", async ({
  client,
  call,
  pane,
}) => {
  const secret = ["AKIA", "J3KDLW6XQ2MZ7PVB"].join("");
  await call("run_command", { command: `printf '%70s%s\\n' '' ${secret}`, pane_id: pane });

  const { content, output } = await contentOf(client, { pane_id: pane, format: "svg" });

  expect(output.content).toContain("[REDACTED]");
  for (const text of [content[0].text, content[1].text, JSON.stringify(output)]) {
    const letters = text.replace(/<[^>]*>|\\n|\s/g, "");
    expect(letters).not.toContain(secret);
  }
});

test("what is redacted in text is not drawn either", async ({ client, call, pane }) => {
  const secret = `ghp_${"Abc123".repeat(6)}`;
  await call("run_command", { command: `echo token ${secret}`, pane_id: pane });

  const { content } = await contentOf(client, { pane_id: pane, format: "svg" });

  expect(content[0].text).not.toContain(secret);
  expect(content[0].text).not.toContain("Abc123Abc123");
  expect(content[0].text).toContain("REDACTED");
});
