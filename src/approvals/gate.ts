import type { Verdict } from "../policy/verdict.ts";
import type { Answer, Question } from "../tools/tool.ts";
import { digestOf, type Intent } from "./binding.ts";
import { type No, staysOpen } from "./denial.ts";
import { type Asked, describe } from "./describe.ts";
import { type Grants, sayScope } from "./grants.ts";
import type { Inbox, Request } from "./inbox.ts";
import { type Scope, scopesOf } from "./scope.ts";

export interface GateOptions {
  readonly inbox: Inbox;
  readonly grants: Grants;
  readonly searchPath: readonly string[];
  readonly policyVersion: string;
  readonly redact: (text: string) => string;
  readonly timeoutMs: number;
  readonly codeMs: number;
  readonly grantMinutes: number;
  readonly autoAnswerMs: number;
  /** A further door to the person, such as a tmux popup. It is told of each new request and answers by the inbox. */
  readonly knock?: ((request: Request) => void) | undefined;
}

/** One call that needs a yes. */
export interface Petition {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly asked: readonly Asked[];
  readonly principal: string;
  /** Who asks, as a person reads it. */
  readonly who: string;
  readonly longestMs: number;
  readonly signal: AbortSignal;
  ask(question: Question): Promise<Answer>;
  /** Called once the question is out. */
  onRaised(request: Request): void;
}

export type Ruling =
  | { readonly granted: true; readonly by: string }
  | { readonly granted: false; readonly no: No; readonly request: Request | undefined };

/** Finds a yes for exactly this call: one given before, a grant that covers it, or a person asked now. */
export class Gate {
  readonly #options: GateOptions;
  readonly #asking = new Set<string>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  async rule(petition: Petition): Promise<Ruling> {
    const { inbox, grants } = this.#options;
    const digest = this.#digest(petition);
    const used = inbox.take(digest);
    if (used) return { granted: true, by: used.answered_by ?? "code" };
    const scopes = this.#scopes(petition.asked);
    const grant = scopes && grants.covering(scopes);
    if (grant) return { granted: true, by: `grant ${grant.id} of ${grant.grantedBy}` };

    const { request, isNew } = this.#raise(petition, digest, scopes);
    if (this.#asking.has(digest)) return { granted: false, no: "already_asked", request };
    if (isNew) {
      petition.onRaised(request);
      this.#options.knock?.(request);
    }
    this.#asking.add(digest);
    try {
      return await this.#decide(petition, request, scopes);
    } finally {
      this.#asking.delete(digest);
    }
  }

  async #decide(petition: Petition, request: Request, scopes: readonly Scope[] | undefined): Promise<Ruling> {
    const { inbox, grants, grantMinutes } = this.#options;
    const outcome = await this.#hear(petition, request, scopes);
    if (outcome.no !== undefined) {
      if (!staysOpen(outcome.no)) inbox.giveUp(request.id);
      return { granted: false, no: outcome.no, request };
    }
    // The yes was for what was shown. If a file it names is another one by now, it was for something else.
    const now = this.#digest(petition);
    const used = now === request.digest ? inbox.take(now) : undefined;
    if (!used) return { granted: false, no: now === request.digest ? "already_used" : "changed", request };
    if (outcome.grant && scopes) grants.add(scopes, outcome.by, grantMinutes);
    return { granted: true, by: outcome.by };
  }

  /** Asks in the client and listens to the inbox; whoever answers first has answered. */
  async #hear(petition: Petition, request: Request, scopes: readonly Scope[] | undefined): Promise<Heard> {
    const { inbox } = this.#options;
    const over = new AbortController();
    const signal = AbortSignal.any([petition.signal, over.signal]);
    const timeoutMs = Math.min(this.#options.timeoutMs, petition.longestMs);
    const timer = setTimeout(() => over.abort(), timeoutMs);
    const asking = petition.ask({ ...this.#question(request, scopes, timeoutMs), signal: over.signal });
    // When the inbox is first, nobody listens to the client any more.
    asking.catch(() => {});
    try {
      const inBand = asking.then((answer) => this.#weigh(answer, petition, request));
      const outOfBand = inbox.settled(request.id, signal).then(elsewhere);
      return await Promise.race([inBand, outOfBand]);
    } catch (error) {
      if (petition.signal.aborted) inbox.giveUp(request.id);
      throw error;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  #weigh(answer: Answer, { who }: Petition, { code }: Request): Heard {
    const { inbox, autoAnswerMs } = this.#options;
    const isAuto = answer.elapsedMs !== undefined && answer.elapsedMs < autoAnswerMs;
    if (answer.kind !== "chosen") return { no: isAuto ? autoOf(answer.kind) : answer.kind };
    if (isAuto) return { no: answer.value === "deny" ? "auto_declined" : "auto_answered" };
    const by = `person at ${who}`;
    const says = answer.value === "approve" || answer.value === "grant" ? "approved" : "denied";
    const counted = inbox.answer(code, says, by)?.counted === true;
    if (says === "denied") return { no: "declined" };
    return counted ? { no: undefined, by, grant: answer.value === "grant" } : { no: "refused" };
  }

  #question(request: Request, scopes: readonly Scope[] | undefined, timeoutMs: number): Question {
    const choices = [
      { value: "deny", title: "No, do not run it" },
      { value: "approve", title: "Yes, run it once" },
    ];
    if (scopes) {
      const what = scopes.map(sayScope).join("; ");
      choices.push({ value: "grant", title: `Yes, and for ${this.#options.grantMinutes} minutes: ${what}` });
    }
    // Of this request: one that was answered or ran out is not revived by an answer that comes later.
    const digest = `${request.digest}:${request.id}`;
    return { message: request.text, choices, digest, timeoutMs };
  }

  #raise(petition: Petition, digest: string, scopes: readonly Scope[] | undefined) {
    const { inbox, redact, codeMs } = this.#options;
    const text = describe(petition.asked, petition.who, redact);
    return inbox.raise({
      digest,
      text: (code) => `${text}\nCode: ${code}`,
      command: redact(petition.asked.map((one) => one.text).join("\n")),
      principal: petition.principal,
      scope: scopes ? JSON.stringify(scopes) : null,
      lastsMs: codeMs,
    });
  }

  #digest({ tool, principal, input, asked }: Petition): string {
    const { searchPath, policyVersion } = this.#options;
    const matters = asked.map(({ text, cwd, verdict }) => ({ text, cwd, findings: verdict.findings }));
    const intent: Intent = { tool, principal, input, matters, searchPath, policyVersion };
    return digestOf(intent);
  }

  #scopes(asked: readonly Asked[]): readonly Scope[] | undefined {
    if (this.#options.grantMinutes === 0) return undefined;
    const { searchPath } = this.#options;
    const each = asked.map(({ verdict, cwd }) => scopesOf(nonSafe(verdict), { cwd, searchPath }));
    if (!each.every((scopes) => scopes !== undefined)) return undefined;
    // A grant is kept and shown; one that would hold a secret is not made.
    const said = JSON.stringify(each);
    return this.#options.redact(said) === said ? each.flat() : undefined;
  }
}

type Heard = { readonly no: No } | { readonly no: undefined; readonly by: string; readonly grant: boolean };

function elsewhere(request: Request | undefined): Heard {
  if (request?.state === "approved")
    return { no: undefined, by: request.answered_by ?? "code", grant: false };
  if (request?.state === "used") return { no: "already_used" };
  return { no: request?.state === "denied" ? "refused" : "timed_out" };
}

function autoOf(kind: Exclude<Answer["kind"], "chosen">): No {
  if (kind === "declined") return "auto_declined";
  return kind === "cancelled" ? "auto_cancelled" : kind;
}

function nonSafe({ findings }: Verdict) {
  return findings.filter((finding) => finding.class !== "safe");
}
