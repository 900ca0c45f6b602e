import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type CallToolResult,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ProtocolFault } from "../errors.ts";
import { nearest } from "../settings/nearest.ts";
import { contentOf } from "../tools/run.ts";
import {
  type Call,
  type Client,
  type Context,
  type Reply,
  type Tier,
  type Tool,
  within,
} from "../tools/tool.ts";
import type { Asker } from "./ask.ts";
import type { Offer } from "./offer.ts";
import { noProgress, progressReporter } from "./progress.ts";

const INVALID_PARAMS = -32_602;
/** Clients drop a call they hear nothing from; with a progress token they hear from every one. */
const LONGEST_SILENCE_MS = 240_000;

export interface Connection {
  readonly server: Server;
  readonly asker: Asker;
  readonly modern: boolean;
  readonly offer: Offer;
  tierOf(ctx: ServerContext): Tier;
  logFor(ctx: ServerContext): Context["log"];
}

interface Asked {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One `tools/call` from the wire, through the pipeline, back to the wire. */
export async function receive(
  asked: Asked,
  ctx: ServerContext,
  connection: Connection,
): Promise<CallToolResult> {
  const tool = connection.offer.surface.find(asked.name, asked.args) ?? unknownTool(asked.name, connection);
  return wire(await enter(tool, asked, ctx, connection));
}

/** Walk the pipeline with everything a call brings along: signal, progress, client, a way to ask the person. */
export async function enter(
  tool: Tool,
  asked: Asked,
  ctx: ServerContext,
  connection: Connection,
): Promise<Reply> {
  const { offer, asker, modern } = connection;
  const token = ctx.mcpReq._meta?.progressToken;
  const progress =
    token === undefined
      ? noProgress
      : progressReporter((params) => {
          // The client may be gone by now; its signal already says so.
          ctx.mcpReq
            .notify({ method: "notifications/progress", params: { progressToken: token, ...params } })
            .catch(() => {});
        });
  const client = clientOf(ctx, connection);
  const context: Context = {
    house: offer.house,
    signal: ctx.mcpReq.signal,
    client,
    longestMs: token === undefined ? LONGEST_SILENCE_MS : Number.POSITIVE_INFINITY,
    progress: progress.report,
    log: connection.logFor(ctx),
    async call(name, args, { tier = outer.tier, signal } = {}) {
      const inner = offer.surface.find(name, args);
      if (!inner) throw new ProtocolFault(INVALID_PARAMS, `Unknown tool: ${name}`);
      // Asking again means calling again, and a batch called again would repeat what it has already done.
      const ask = modern ? async () => ({ kind: "unsupported", elapsedMs: undefined }) as const : outer.ask;
      return offer.handle({
        ...outer,
        tool: inner,
        name,
        args,
        input: {},
        tier: within(outer.tier, tier) ? tier : outer.tier,
        context: signal ? { ...context, signal } : context,
        notes: { within: asked.name },
        ask,
      });
    },
  };
  const outer: Call = {
    tool,
    name: asked.name,
    args: asked.args,
    input: {},
    tier: connection.tierOf(ctx),
    requestId: String(ctx.mcpReq.id),
    principal: ctx.http?.authInfo?.clientId ?? (ctx.http ? "http" : "stdio"),
    context,
    notes: {},
    ask: (question) => asker.ask(question, { ctx, capabilities: capabilitiesOf(ctx, connection), modern }),
  };
  try {
    progress.report({ done: 0, message: `${asked.name} started` });
    return await offer.handle(outer);
  } finally {
    progress.stop();
  }
}

function wire(reply: Reply): CallToolResult {
  const { output, isError, meta } = reply;
  return {
    content: contentOf(reply).map((part) => ({ ...part })),
    ...(output && { structuredContent: { ...output } }),
    isError,
    ...(meta && { _meta: { ...meta } }),
  };
}

/** Walks the pipeline like any tool, so that the audit knows who asked for what is not there. */
function unknownTool(name: string, { offer }: Connection): Tool {
  const guess = nearest(name, offer.surface.names);
  return {
    name,
    title: name,
    tier: "readonly",
    description: "",
    input: {},
    output: {},
    run: () =>
      Promise.reject(
        new ProtocolFault(
          INVALID_PARAMS,
          `Unknown tool: ${name.slice(0, 80)}.${guess ? ` Did you mean ${guess}?` : ""}`,
        ),
      ),
  };
}

function clientOf({ mcpReq }: ServerContext, { server }: Connection): Client | undefined {
  const info = (envelope(mcpReq)[CLIENT_INFO_META_KEY] ?? server.getClientVersion()) as Client | undefined;
  return info && { name: String(info.name).slice(0, 80), version: String(info.version).slice(0, 40) };
}

function capabilitiesOf({ mcpReq }: ServerContext, { server }: Connection): ClientCapabilities | undefined {
  const declared = envelope(mcpReq)[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return declared ?? server.getClientCapabilities();
}

/** The SDK types the envelope without its own keys. */
function envelope({ envelope }: ServerContext["mcpReq"]): Readonly<Record<string, unknown>> {
  return (envelope ?? {}) as Readonly<Record<string, unknown>>;
}
