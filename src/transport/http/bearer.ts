import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Tier } from "../../tools/tool.ts";
import type { Refusal } from "./answer.ts";

/** Whose token this is. Compares in the same time whether it fits or not. */
export type VerifyToken = (presented: string) => { readonly name: string; readonly tier: Tier } | undefined;

/** Who sends a request. */
export interface Caller {
  /** Tells two tokens apart without being one; a session is bound to it. */
  readonly owner: string;
  readonly auth: AuthInfo | undefined;
}

/** With authentication off everybody on this machine is the same caller. */
export const ANYBODY: Caller = { owner: "", auth: undefined };

const REALM = 'Bearer realm="termgate"';
/** The SDK wants a date; ours end by being revoked. */
const NEVER = Date.UTC(9999, 0) / 1_000;

export function authenticate(request: IncomingMessage, verify: VerifyToken): Caller | Refusal {
  const given = request.headersDistinct.authorization ?? [];
  const [header = ""] = given;
  const token = /^Bearer +([\w.~+/=-]{1,512}) *$/i.exec(header)?.[1];
  if (given.length === 0) return unauthorized("a bearer token is needed; `termgate token` shows it", REALM);
  const holder = given.length === 1 && token !== undefined ? verify(token) : undefined;
  if (!holder || token === undefined)
    return unauthorized("the bearer token is not valid", `${REALM}, error="invalid_token"`);
  return {
    owner: createHash("sha256").update(token).digest("hex"),
    auth: { token: "", clientId: holder.name, scopes: [], expiresAt: NEVER, extra: { tier: holder.tier } },
  };
}

function unauthorized(message: string, challenge: string): Refusal {
  return { status: 401, message, headers: { "www-authenticate": challenge }, close: true };
}
