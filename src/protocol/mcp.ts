import { Server, type McpRequestContext, type ServerContext } from "@modelcontextprotocol/server";
import type { House } from "../house.ts";
import { type Tier, TIERS } from "../tools/tool.ts";
import { createAsker } from "./ask.ts";
import { receive } from "./call.ts";
import { relay } from "./changes.ts";
import { faults } from "./faults.ts";
import { CAPABILITIES, LEGACY_REVISIONS } from "./greeting.ts";
import { listenForLevel } from "./logging.ts";
import type { Offer } from "./offer.ts";
import { inOlderCodes } from "./older-codes.ts";
import { page } from "./paging.ts";
import { answerPrompts } from "./prompts.ts";
import { answerResources } from "./resources.ts";

/** One protocol server per connection or request; all share the offer. */
export function mcpFactory(offer: Offer): (request: McpRequestContext) => Server {
  const asker = createAsker();
  const { house, surface } = offer;

  return ({ era, requestInfo }) => {
    const server = new Server(offer.identity, {
      instructions: offer.instructions,
      capabilities: CAPABILITIES,
      supportedProtocolVersions: [...LEGACY_REVISIONS],
      requestState: { verify: asker.verify },
      cacheHints: { "tools/list": { ttlMs: 60_000, cacheScope: "private" } },
    });
    if (era === "legacy") inOlderCodes(server);
    const connection = {
      server,
      asker,
      modern: era === "modern",
      offer,
      tierOf: (ctx: ServerContext) => tierOf(ctx, house),
      // Clients of the server we stand in for are warned without asking, which the older revisions allow.
      logFor: listenForLevel(
        server,
        era === "legacy" && house.settings.house.profile === "libtmux" ? "warning" : undefined,
      ),
    };
    offer.extend?.(connection);
    const size = house.settings.house.pageSize;

    server.setRequestHandler("tools/list", ({ params }, ctx) =>
      faults(async () => {
        const { items, nextCursor } = page(surface.list(tierOf(ctx, house)), ({ name }) => name, {
          cursor: params?.cursor,
          size,
        });
        return { tools: [...items], ...(nextCursor && { nextCursor }) };
      }),
    );
    server.setRequestHandler("tools/call", ({ params }, ctx) =>
      faults(() => receive({ name: params.name, args: params.arguments ?? {} }, ctx, connection)),
    );
    answerPrompts(server, offer.prompts, size);
    answerResources(connection);
    // A server made for one request has nobody to tell later.
    if (era === "legacy" || requestInfo === undefined) relay(server, offer.changes, connection);
    return server;
  };
}

/** The server's tier, or the token's where that is lower. */
function tierOf(ctx: ServerContext, { settings }: House): Tier {
  const granted = ctx.http?.authInfo?.extra?.["tier"];
  const token =
    TIERS.find((tier) => tier === granted) ?? (granted === undefined ? settings.house.safety : "readonly");
  return TIERS[Math.min(TIERS.indexOf(token), TIERS.indexOf(settings.house.safety))] ?? "readonly";
}
