import { randomBytes } from "node:crypto";
import { ToolError } from "../errors.ts";
import { run } from "../os/process.ts";
import { clientEnvironment, serverArgs } from "./connect.ts";
import { command } from "./control/quote.ts";
import { refusal, unresponsive } from "./failure.ts";
import { give, pieces } from "./keys.ts";
import type { BufferRef } from "./models.ts";
import type { Server } from "./server.ts";
import { remaining, type Within } from "./within.ts";

/** The prefix of our buffers; a stand-in for another server uses that server's. */
const PREFIX = "termgate_";
const CHUNK = 64_000;
const LOGICAL = /^[A-Za-z0-9_.-]{1,64}$/;

/** What this process left on each server. Another termgate may share it, and its buffers are not ours to take away. */
const loaded = new WeakMap<Server, Set<string>>();

/** Stores text under a name nobody else has. */
export async function loadBuffer(
  server: Server,
  content: string,
  options: {
    readonly logicalName?: string | null | undefined;
    readonly prefix?: string;
    readonly limit: Within;
  },
): Promise<BufferRef> {
  const { prefix = PREFIX, limit } = options;
  const logical = options.logicalName || "buf";
  if (!LOGICAL.test(logical)) {
    throw new ToolError(
      "InvalidBufferName",
      "A logical name has 1 to 64 letters, digits, dots, dashes or underscores.",
    );
  }
  if (content === "")
    throw new ToolError("EmptyBuffer", "tmux keeps no empty buffer.", { suggestion: "Give some content." });
  const name = `${prefix}${randomBytes(16).toString("hex")}_${logical}`;
  const names = loaded.get(server) ?? new Set();
  loaded.set(server, names.add(name));
  await fill(server, name, content, limit);
  return { buffer_name: name, logical_name: options.logicalName || null };
}

/** Asked by a process of its own: a control client is shown a buffer with its characters spelled out. */
export async function showBuffer(
  server: Server,
  name: string,
  options: { readonly prefix?: string; readonly limit: Within },
): Promise<string> {
  const own = checkedBuffer(name, options.prefix);
  const { tmuxBin, environment } = server.options;
  await server.connection(options.limit);
  const shown = await run(tmuxBin, [...serverArgs(server.options), "-N", "show-buffer", "-b", own], {
    env: clientEnvironment(environment),
    timeoutMs: Math.ceil(remaining(options.limit)) || 1,
    signal: options.limit.signal,
  }).catch(() => {
    throw unresponsive(server.label);
  });
  if (shown.code !== 0) throw unknownBuffer(refusal(shown.stderr.trim()));
  return shown.stdout;
}

export async function deleteBuffer(
  server: Server,
  name: string,
  options: { readonly prefix?: string; readonly limit: Within },
): Promise<void> {
  await server
    .write([command("delete-buffer", "-b", checkedBuffer(name, options.prefix))], options.limit)
    .catch(unknownBuffer);
  loaded.get(server)?.delete(name);
}

export interface PasteOptions {
  readonly prefix?: string;
  /** Mark the text as pasted for programs that ask for it. */
  readonly bracket?: boolean;
  readonly limit: Within;
}

export async function pasteBuffer(
  server: Server,
  paneId: string,
  name: string,
  options: PasteOptions,
): Promise<void> {
  await paste(server, paneId, { ...options, name: checkedBuffer(name, options.prefix), keep: true }).catch(
    unknownBuffer,
  );
}

/** Pastes text of any size; the buffer it travels in is gone afterwards, also when something fails. */
export async function pasteText(
  server: Server,
  paneId: string,
  text: string,
  options: PasteOptions,
): Promise<void> {
  if (text === "") return;
  const name = `${options.prefix ?? PREFIX}${randomBytes(16).toString("hex")}_paste`;
  try {
    await fill(server, name, text, options.limit);
    await paste(server, paneId, { ...options, name, keep: false });
  } catch (error) {
    await server
      .write([command("delete-buffer", "-b", name)], { deadline: performance.now() + 1_000 })
      .catch(() => {});
    throw error;
  }
  server.typed(paneId, text, false);
}

/** Takes every buffer this process made off the server. One that is gone already, or a server that is, does not matter. */
export async function dropBuffers(server: Server, limit: Within): Promise<void> {
  const names = [...(loaded.get(server) ?? [])];
  loaded.delete(server);
  await Promise.all(
    names.map((name) => server.write([command("delete-buffer", "-b", name)], limit).catch(() => {})),
  );
}

async function paste(
  server: Server,
  paneId: string,
  { name, bracket = true, keep, limit }: PasteOptions & { readonly name: string; readonly keep: boolean },
): Promise<void> {
  const { pasteNeedsRaw } = await server.abilities(limit);
  // -r keeps line ends as they are: a paste is not a series of Enter presses unless it holds them.
  const flags = `-${bracket ? "p" : ""}${keep ? "" : "d"}${pasteNeedsRaw ? "S" : ""}`;
  const line = command("paste-buffer", flags !== "-" && flags, "-b", name, "-t", paneId);
  // A paste reaches the program whatever mode the pane shows.
  await give(server, paneId, [line], { passesMode: true, limit });
}

/** All pieces are sent at once; each is a line of its own, so a failure is seen where it happened. */
async function fill(server: Server, name: string, content: string, limit: Within): Promise<void> {
  const [first = "", ...more] = pieces(content, CHUNK);
  const commands = [
    command("set-buffer", "-b", name, "--", first),
    ...more.map((piece) => command("set-buffer", "-a", "-b", name, "--", piece)),
  ];
  await Promise.all(commands.map((line) => server.write([line], limit)));
}

function isOwnBuffer(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^[0-9a-f]{32}_[A-Za-z0-9_.-]{1,64}$/.test(name.slice(prefix.length));
}

/** The person's clipboard is not ours to read: only names we made are taken. */
function checkedBuffer(name: string, prefix = PREFIX): string {
  if (isOwnBuffer(name, prefix)) return name;
  throw new ToolError("ForeignBuffer", "Only buffers made by load_buffer can be used.", {
    suggestion: "Pass the buffer_name that load_buffer returned.",
  });
}

function unknownBuffer(error: unknown): never {
  if (error instanceof ToolError && /no buffer|unknown buffer/.test(error.message)) {
    throw new ToolError("BufferNotFound", "There is no such buffer any more.", {
      suggestion: "Load the content again with load_buffer.",
    });
  }
  throw error;
}
