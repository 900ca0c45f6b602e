import { ProtocolError, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { z } from "zod";
import { ProtocolFault, ToolError } from "../errors.ts";
import { NOT_THERE } from "../resources/resource.ts";
import { contentOf } from "../tools/run.ts";
import type { Tool } from "../tools/tool.ts";
import { enter, type Connection } from "./call.ts";
import { faults } from "./faults.ts";
import type { Found, Lookup } from "./lookup.ts";
import { page } from "./paging.ts";

const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
const MOST_COMPLETIONS = 100;

export function answerResources(connection: Connection): void {
  const { server, offer } = connection;
  const { house, resources, lookup: find } = offer;
  const size = house.settings.house.pageSize;

  server.setRequestHandler("resources/list", ({ params }) =>
    faults(async () => ({ resources: [...page([], String, { cursor: params?.cursor, size }).items] })),
  );
  server.setRequestHandler("resources/templates/list", ({ params }) =>
    faults(async () => {
      const { items, nextCursor } = page(resources, ({ name }) => name, { cursor: params?.cursor, size });
      const listed = items.map(({ name, title, description, uriTemplate, mimeType }) => ({
        name,
        title,
        description,
        uriTemplate,
        mimeType,
      }));
      return { resourceTemplates: listed, ...(nextCursor && { nextCursor }) };
    }),
  );
  server.setRequestHandler("resources/read", ({ params }, ctx) =>
    faults(async () => {
      const found = find(params.uri);
      if (!found) throw new ResourceNotFoundError(params.uri);
      const reply = await enter(
        reader(found),
        { name: "resources/read", args: { uri: params.uri } },
        ctx,
        connection,
      );
      const text = contentOf(reply)
        .map((part) => (part.type === "text" ? part.text : ""))
        .join("");
      const errorType = reply.meta?.["error_type"];
      if (errorType === NOT_THERE) throw new ResourceNotFoundError(params.uri);
      if (reply.isError) {
        const failure = { errorType: String(errorType), expected: reply.meta?.["expected"] === true };
        throw new ProtocolFault(codeOf(failure), text);
      }
      return { contents: [{ uri: params.uri, mimeType: found.resource.mimeType, text }] };
    }),
  );
  server.setRequestHandler("completion/complete", ({ params: { ref, argument, context } }, ctx) =>
    faults(async () => {
      // The argument of a prompt is completed like the one of the same name in an address.
      const resource = resources.find(({ uriTemplate, complete }) =>
        ref.type === "ref/resource" ? uriTemplate === ref.uri : complete?.[argument.name] !== undefined,
      );
      const asked = resource?.complete?.[argument.name]?.(
        { house, signal: ctx.mcpReq.signal },
        context?.arguments ?? {},
      );
      const values = (await asked?.catch(nothing)) ?? [];
      const fitting = values.filter((value) => value.startsWith(argument.value));
      return {
        completion: {
          values: fitting.slice(0, MOST_COMPLETIONS),
          total: fitting.length,
          hasMore: fitting.length > MOST_COMPLETIONS,
        },
      };
    }),
  );
  answerSubscriptions(connection, find);
}

/** Updates are sent from the moment of subscribing until the client unsubscribes or leaves. */
function answerSubscriptions({ server, offer }: Connection, find: Lookup): void {
  const watching = new Map<string, () => void>();
  const stop = (uri: string) => {
    watching.get(uri)?.();
    watching.delete(uri);
  };
  const closed = new AbortController();
  const previous = server.onclose;
  server.onclose = () => {
    closed.abort();
    for (const uri of watching.keys()) stop(uri);
    previous?.();
  };

  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) =>
    faults(async () => {
      const found = find(uri);
      if (!found) throw new ResourceNotFoundError(uri);
      if (!found.resource.watch || watching.has(uri)) return {};
      const changed = () => void server.sendResourceUpdated({ uri }).catch(() => {});
      const end = await found.resource
        .watch(found.variables, { house: offer.house, signal: closed.signal }, changed)
        .catch((error: unknown) => refuse(uri, error));
      if (closed.signal.aborted || watching.has(uri)) end();
      else watching.set(uri, end);
      return {};
    }),
  );
  server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    stop(uri);
    return {};
  });
}

/** What was typed so far may name nothing yet; then there is nothing to choose from. */
function nothing(error: unknown): [] {
  if (error instanceof ToolError && error.expected) return [];
  throw error;
}

function refuse(uri: string, error: unknown): never {
  if (!(error instanceof ToolError)) throw error;
  throw error.errorType === NOT_THERE
    ? new ResourceNotFoundError(uri)
    : new ProtocolError(codeOf(error), error.message);
}

/** What the caller can mend is no fault of ours; a tmux that does not answer is not the caller's. */
function codeOf({ errorType, expected }: Pick<ToolError, "errorType" | "expected">): number {
  return expected && errorType !== "TimeoutError" ? INVALID_PARAMS : INTERNAL_ERROR;
}

/** A read walks the pipeline as a tool would: audited, bounded, redacted. */
function reader({ resource, variables }: Found): Tool {
  return {
    name: "resources/read",
    title: resource.title,
    tier: "readonly",
    description: resource.description,
    input: { uri: z.string() },
    output: { text: z.string() },
    async run(_input, { house, signal }) {
      const text = await resource.read(variables, { house, signal });
      if (text === undefined) throw new ToolError(NOT_THERE, "There is no such resource.");
      return { text };
    },
    render: ({ text }) => String(text),
  };
}
