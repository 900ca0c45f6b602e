import { readFileSync } from "node:fs";
import fc from "fast-check";
import {
  deleteBuffer,
  dropBuffers,
  loadBuffer,
  pasteBuffer,
  pasteText,
  showBuffer,
} from "../../src/tmux/buffers.ts";
import { command, plain } from "../../src/tmux/control/quote.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import type { Server } from "../../src/tmux/server.ts";
import { expect, type Sockets, soon, test } from "./room.ts";

const text = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom(
        "'",
        '"',
        "\\",
        "$",
        "~",
        "#",
        "{",
        "}",
        ";",
        "\n",
        "\r",
        "\t",
        "\x1b",
        "-",
        "%",
        " ",
        "a",
        "é",
        "🐙",
      ),
      minLength: 1,
      maxLength: 30,
    }),
  )
  .map((value) => value.replaceAll("\0", "").toWellFormed())
  .filter((value) => value !== "");

const SHORT: Readonly<Record<string, string>> = {
  "\x07": "a",
  "\b": "b",
  "\v": "v",
  "\f": "f",
  "\r": "r",
};

/** How this version prints a value: 3.4 and 3.5 spell control characters out, the others print them as they are. */
async function asPrinted(server: Server, value: string): Promise<string> {
  const { version } = await server.abilities(soon());
  return /^3\.[45]/.test(version) ? spelled(value) : value;
}

function spelled(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return value.replace(
    /[\x01-\x08\x0b-\x1f\x7f]/g,
    (control) => `\\${SHORT[control] ?? control.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
}

test("every argument arrives as it was given", { timeout: 60_000 }, async ({ server, pane }) => {
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const [, shown] = await server.write(
        [
          command("set-option", "-p", "-t", pane, "@value", value),
          `display-message -p -t ${pane} '#{@value}'`,
        ],
        soon(),
      );
      expect(shown?.slice(0, -1)).toBe(await asPrinted(server, value));
    }),
    { numRuns: 200 },
  );
});

test("no format in a name is ever run", { timeout: 60_000 }, async ({ server, pane }) => {
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const [, shown] = await server.write(
        [`set-option -p -t ${pane} @x 1`, command("display-message", "-p", "-t", pane, "--", plain(value))],
        soon(),
      );
      // A date is the one thing tmux expands here beside formats.
      if (!value.includes("%")) expect(shown?.slice(0, -1)).toBe(await asPrinted(server, value));
    }),
    { numRuns: 200 },
  );
});

/** A pane whose program writes down every byte it is sent. */
async function recorder(server: Server, sockets: Sockets): Promise<{ pane: string; bytes: () => string }> {
  const file = `${sockets.folder}/bytes`;
  const session = await createSession(
    server,
    { name: "bytes", shell: `stty raw -echo; echo ready; exec cat > ${file}` },
    soon(),
  );
  const pane = session.active_pane_id ?? "";
  await expect
    .poll(async () => (await server.read([`capture-pane -p -t ${pane}`], soon()))[0])
    .toContain("ready");
  return { pane, bytes: () => readFileSync(file, "latin1") };
}

test.for([
  "-x",
  "--",
  ";",
  "echo a;",
  ";;",
  "#{pid}",
  "#(id)",
  "'",
  '"',
  "\\",
  "~",
  "$HOME",
  "{}",
  "a\nb",
  "tab\tx",
  "\x1b[A",
  "é中🐙👩‍👩‍👧",
  "a\0b",
  "x".repeat(20_000),
  "C-c",
])("literal keys %j arrive unchanged", async (keys, { server, sockets }) => {
  const { pane, bytes } = await recorder(server, sockets);

  await sendKeys(server, pane, keys, { literal: true, limit: soon() });

  await expect.poll(bytes).toBe(Buffer.from(keys).toString("latin1"));
});

test.for([
  ["-x", "-x\r"],
  ["echo a;", "echo a;\r"],
  [";", ";\r"],
  ["C-c", "\x03\r"],
  ["Enter", "\r\r"],
  ["words and more", "words and more\r"],
])("keys %j with Enter arrive as %j", async ([keys = "", arrived], { server, sockets }) => {
  const { pane, bytes } = await recorder(server, sockets);

  await sendKeys(server, pane, keys, { enter: true, limit: soon() });

  await expect.poll(bytes).toBe(arrived);
});

test("a megabyte is pasted whole and leaves no buffer", async ({ server, sockets }) => {
  const { pane, bytes } = await recorder(server, sockets);
  const content = "line with ' \" ; #{x} é 🐙 $(id)\n".repeat(30_000);

  await pasteText(server, pane, content, { limit: soon() });

  await expect.poll(() => bytes().length, { timeout: 15_000 }).toBe(Buffer.byteLength(content));
  expect(bytes()).toBe(Buffer.from(content.replaceAll("\n", "\r")).toString("latin1"));
  expect(await server.read(["list-buffers"], soon())).toEqual([""]);
});

test("a buffer comes back as it was stored, under a name of its own", async ({ server, pane, sockets }) => {
  const content = "a\n\n'b' \"c\" \\ #{pid} é 🐙\tend\n";
  const first = await loadBuffer(server, content, { logicalName: "notes", limit: soon() });
  const second = await loadBuffer(server, "x", { limit: soon() });

  expect(first.buffer_name).toMatch(/^termgate_[0-9a-f]{32}_notes$/);
  expect(second.buffer_name).toMatch(/_buf$/);
  expect(await showBuffer(server, first.buffer_name, { limit: soon() })).toBe(content);
  await pasteBuffer(server, pane, first.buffer_name, { limit: soon() });
  await deleteBuffer(server, first.buffer_name, { limit: soon() });
  await expect(showBuffer(server, first.buffer_name, { limit: soon() })).rejects.toMatchObject({
    errorType: "BufferNotFound",
  });

  sockets.cli("main", "set-buffer", "-b", "theirs", "secret");
  await expect(showBuffer(server, "theirs", { limit: soon() })).rejects.toMatchObject({
    errorType: "ForeignBuffer",
  });
  await dropBuffers(server, soon());
  expect(await server.read(["list-buffers -F '#{buffer_name}'"], soon())).toEqual(["theirs\n"]);
});
