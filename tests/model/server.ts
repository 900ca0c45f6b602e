import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { zstdDecompressSync, gunzipSync } from "node:zlib";
import { anthropic } from "./dialects/anthropic.ts";
import type { Answer, Dialect, Frame, Request } from "./dialects/dialect.ts";
import { gemini } from "./dialects/gemini.ts";
import { responses } from "./dialects/responses.ts";
import { nextAct, perform } from "./script.ts";
import { callFor, least } from "./tools.ts";

const DIALECTS = [anthropic, responses, gemini];

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** What people said since the model last spoke, once per request that belongs to the talk: byte for byte what arrived. */
  readonly heard: readonly (readonly string[])[];
  /** Everything people said in the newest request of the talk: what the program remembers. */
  readonly remembered: readonly string[];
}

/** A model API on loopback whose answers are scripted by the prompts; see script.ts. */
export async function startModel(): Promise<ModelServer> {
  const heard: string[][] = [];
  const remembered: string[] = [];
  const tries = new Map<string, number>();
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    answer(request, response, { heard, remembered, tries, id: `r${count}` }).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    remembered,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface Stage {
  readonly heard: string[][];
  readonly remembered: string[];
  readonly tries: Map<string, number>;
  readonly id: string;
}

async function answer(request: IncomingMessage, response: ServerResponse, stage: Stage): Promise<void> {
  const path = new URL(request.url ?? "/", "http://model").pathname;
  const body = await bodyOf(request);
  const dialect = request.method === "POST" ? DIALECTS.find((one) => one.matches(path)) : undefined;
  if (!dialect)
    return json(
      response,
      200,
      path.endsWith("/models") ? { data: [], models: [] } : { totalTokens: 1, input_tokens: 1 },
    );
  const asked = dialect.read(body, path);
  if (asked.aside) {
    const { schema } = asked.aside;
    const words = [schema ? JSON.stringify(least(schema)) : "Scripted talk"];
    return send(response, dialect, { asked, answer: { id: stage.id, thoughts: [], words, pauseMs: 0 } });
  }
  const act = nextAct(asked.messages);
  const people = asked.messages.filter(({ from }) => from === "person").map(({ text }) => text);
  stage.remembered.splice(0, Infinity, ...people);
  const spoke = asked.messages.findLastIndex(({ from }) => from !== "person");
  const said = asked.messages.slice(spoke + 1).map(({ text }) => text);
  if (said.length > 0) stage.heard.push(said);
  if (act.name === "hang") await pause(Number(act.rest) * 1000);
  if (act.name === "error") {
    const [status = 500, times = Infinity] = act.rest.split(/\s+/).map(Number);
    const tried = (stage.tries.get(act.key) ?? 0) + 1;
    stage.tries.set(act.key, tried);
    if (tried <= times) return json(response, status, dialect.failure(status));
    stage.tries.delete(act.key);
  }
  const troubled = act.name === "error" || act.name === "hang";
  const show = perform(troubled ? { ...act, name: "say", rest: "Here again." } : act);
  const call = show.tool && callFor(show.tool, asked.offers, asked.cwd);
  const words = show.tool && !call ? [`There is no tool for ${show.tool.kind} here.`] : show.words;
  const played: Answer = {
    ...show,
    id: stage.id,
    words,
    ...(call && { call: { ...call, id: `toolu_${stage.id}` } }),
  };
  return send(response, dialect, { asked, answer: played });
}

async function send(
  response: ServerResponse,
  dialect: Dialect,
  { asked, answer: played }: { readonly asked: Request; readonly answer: Answer },
): Promise<void> {
  if (!asked.streams) return json(response, 200, dialect.whole(played, asked));
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const frame of dialect.frames(played, asked)) {
    if (response.destroyed) return;
    if (frame === "pause") await pause(played.pauseMs);
    else if (frame === "cut") return void response.destroy();
    else response.write(encoded(frame));
  }
  response.end();
}

function encoded({ event, data }: Exclude<Frame, string>): string {
  return `${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  if (raw.length === 0) return {};
  const packing = request.headers["content-encoding"];
  const text = packing === "zstd" ? zstdDecompressSync(raw) : packing === "gzip" ? gunzipSync(raw) : raw;
  return JSON.parse(text.toString("utf8"));
}
