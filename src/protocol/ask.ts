import { randomBytes, randomUUID } from "node:crypto";
import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { InputNeeded } from "../errors.ts";
import type { Answer, Question } from "../tools/tool.ts";

/** The one field of the form. It is required and its value is checked: an empty "accept" is no consent. */
const FIELD = "decision";

interface State {
  readonly digest: string;
  readonly nonce: string;
  readonly askedAt: number;
}

export interface Asker {
  ask(
    question: Question,
    request: { ctx: ServerContext; capabilities: ClientCapabilities | undefined; modern: boolean },
  ): Promise<Answer>;
  readonly verify: (state: string, ctx: ServerContext) => Promise<unknown>;
  /** State that travels through the client and back: bound to what was asked and good for one answer. */
  seal(digest: string, ctx: ServerContext): Promise<string>;
}

/**
 * Puts a question to the person behind the client, in whichever way the connection's revision has: a request of ours in
 * the older ones, a returned question and a second call in 2026-07-28. State travels through the client, so it is
 * sealed, bound to what was asked, short-lived and good for one answer. The key dies with the process.
 */
export function createAsker(): Asker {
  let codec: RequestStateCodec<State> | undefined;
  const sealer = () =>
    (codec ??= createRequestStateCodec<State>({
      key: randomBytes(32),
      bind: ({ mcpReq, http }) => `${mcpReq.method}\0${http?.authInfo?.clientId ?? ""}`,
    }));
  const seal: Asker["seal"] = (digest, ctx) =>
    sealer().mint({ digest, nonce: randomUUID(), askedAt: Date.now() }, ctx);
  const used = new Set<string>();

  async function askModern(question: Question, ctx: ServerContext): Promise<Answer> {
    const view = inputResponse(ctx.mcpReq.inputResponses, FIELD);
    const state = ctx.mcpReq.requestState<State>();
    if (view.kind === "missing" || !state) {
      const requestState = await seal(question.digest, ctx);
      const inputRequests = { [FIELD]: inputRequired.elicit(form(question)) };
      throw new InputNeeded(
        inputRequired({ inputRequests, requestState }) as unknown as Record<string, unknown>,
      );
    }
    const elapsedMs = Date.now() - state.askedAt;
    if (state.digest !== question.digest || used.has(state.nonce)) return { kind: "invalid", elapsedMs };
    used.add(state.nonce);
    if (elapsedMs > question.timeoutMs) return { kind: "timed_out", elapsedMs };
    return view.kind === "elicit" ? answer(view, question, elapsedMs) : { kind: "invalid", elapsedMs };
  }

  async function askLegacy(question: Question, ctx: ServerContext): Promise<Answer> {
    const askedAt = Date.now();
    try {
      const result = await ctx.mcpReq.elicitInput(form(question), {
        timeout: question.timeoutMs,
        signal: AbortSignal.any([ctx.mcpReq.signal, ...(question.signal ? [question.signal] : [])]),
      });
      return answer(result, question, Date.now() - askedAt);
    } catch {
      ctx.mcpReq.signal.throwIfAborted();
      const elapsedMs = Date.now() - askedAt;
      return { kind: elapsedMs >= question.timeoutMs ? "timed_out" : "unsupported", elapsedMs };
    }
  }

  return {
    async ask(question, { ctx, capabilities, modern }) {
      // A client that declares elicitation without naming a mode means forms.
      const { elicitation } = capabilities ?? {};
      const showsForms = elicitation && ("form" in elicitation || !("url" in elicitation));
      if (!showsForms) return { kind: "unsupported", elapsedMs: undefined };
      return modern ? askModern(question, ctx) : askLegacy(question, ctx);
    },
    verify: (state, ctx) => sealer().verify(state, ctx),
    seal,
  };
}

function form({ message, choices }: Question): ElicitRequestFormParams {
  return {
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: {
        [FIELD]: {
          type: "string",
          title: "Decision",
          enum: choices.map(({ value }) => value),
          enumNames: choices.map(({ title }) => title),
        },
      },
      required: [FIELD],
    },
  };
}

interface Given {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

function answer({ action, content }: Given, { choices }: Question, elapsedMs: number): Answer {
  if (action === "decline") return { kind: "declined", elapsedMs };
  if (action === "cancel") return { kind: "cancelled", elapsedMs };
  const chosen = choices.find(({ value }) => value === content?.[FIELD]);
  return chosen ? { kind: "chosen", value: chosen.value, elapsedMs } : { kind: "invalid", elapsedMs };
}
