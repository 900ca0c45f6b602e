import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createEventStore, isStandalone } from "./events.ts";
import type { Exchange, Leg } from "./exchange.ts";

/** How soon a client whose stream ended should come back for the rest. */
const RETRY_MS = 1_000;
const NOT_FOUND = -32_001;
const REFUSED = -32_000;

interface Limits {
  readonly maxSessions: number;
  readonly sessionIdleSeconds: number;
  readonly maxBodyBytes: number;
}

interface Session {
  readonly owner: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests and streams the peer has open. */
  open: number;
  idleSince: number;
  timer: NodeJS.Timeout | undefined;
  close(): Promise<void>;
}

/** The leg of the revisions that begin with `initialize`: one protocol server per session, until it is idle too long. */
export class Sessions implements Leg {
  readonly #factory: McpServerFactory;
  readonly #limits: Limits;
  readonly #onError: (error: Error) => void;
  readonly #sessions = new Map<string, Session>();
  /** Sessions being made: they count, or many at once would pass the limit together. */
  #beginning = 0;

  constructor(factory: McpServerFactory, limits: Limits, onError: (error: Error) => void) {
    this.#factory = factory;
    this.#limits = limits;
    this.#onError = onError;
  }

  async serve(exchange: Exchange): Promise<Response> {
    const { request, message, caller } = exchange;
    const id = request.headers.get("mcp-session-id");
    if (id === null) {
      if (message !== undefined && isInitializeRequest(message)) return this.#begin(exchange);
      return refusal(400, REFUSED, "Mcp-Session-Id is needed; a session begins with initialize");
    }
    const session = this.#sessions.get(id);
    // Somebody else's session is answered like none at all, so that ids cannot be tried out.
    if (session?.owner !== caller.owner) return refusal(404, NOT_FOUND, "Session not found");
    return this.#pass(session, exchange);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  async #begin(exchange: Exchange): Promise<Response> {
    const taken = this.#sessions.size + this.#beginning;
    if (taken >= this.#limits.maxSessions && !(await this.#makeRoom(exchange.caller.owner))) {
      return refusal(503, REFUSED, "too many sessions", { "retry-after": "30" });
    }
    this.#beginning += 1;
    const session = await this.#open(exchange).finally(() => (this.#beginning -= 1));
    const answer = await this.#pass(session, exchange);
    if (!answer.ok) await session.close();
    return answer;
  }

  async #open({ caller: { owner, auth }, request }: Exchange): Promise<Session> {
    const server = await this.#factory({
      era: "legacy",
      ...(auth && { authInfo: auth }),
      requestInfo: request,
    });
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: createEventStore(),
      retryInterval: RETRY_MS,
      maxRequestBodySize: this.#limits.maxBodyBytes,
    });
    const session: Session = {
      owner,
      transport,
      open: 0,
      idleSince: Date.now(),
      timer: undefined,
      close: async () => {
        clearTimeout(session.timer);
        this.#sessions.delete(id);
        await server.close().catch(this.#onError);
      },
    };
    transport.onclose = () => void session.close();
    await server.connect(transport);
    this.#sessions.set(id, session);
    return session;
  }

  async #pass(session: Session, { request, message, caller, over }: Exchange): Promise<Response> {
    // A client that comes back knows better than we do that its old stream is dead.
    if (isStandalone(request.headers.get("last-event-id"))) session.transport.closeStandaloneSSEStream();
    session.open += 1;
    clearTimeout(session.timer);
    void over.then(() => {
      session.open -= 1;
      session.idleSince = Date.now();
      if (session.open === 0) this.#watch(session);
    });
    return session.transport.handleRequest(request, {
      ...(caller.auth && { authInfo: caller.auth }),
      ...(message && { parsedBody: message }),
    });
  }

  #watch(session: Session): void {
    clearTimeout(session.timer);
    session.timer = setTimeout(() => void session.close(), this.#limits.sessionIdleSeconds * 1_000).unref();
  }

  /** Ends the caller's own longest idle session: clients that crash leave theirs behind. Nobody else's is touched. */
  async #makeRoom(owner: string): Promise<boolean> {
    const [oldest] = [...this.#sessions.values()]
      .filter((session) => session.owner === owner && session.open === 0)
      .toSorted((one, other) => one.idleSince - other.idleSince);
    await oldest?.close();
    return oldest !== undefined;
  }
}

function refusal(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}
