import { denial, reasonOf } from "../approvals/denial.ts";
import { analysis, type Asked } from "../approvals/describe.ts";
import type { Gate, Petition } from "../approvals/gate.ts";
import { visible } from "../approvals/visible.ts";
import { ToolError } from "../errors.ts";
import { CLASSES, type Verdict } from "../policy/verdict.ts";
import type { Strictness } from "../settings/groups/approvals.ts";
import type { EventSink } from "../shell/event.ts";
import { rolesOf } from "../tools/args.ts";
import type { Call, Middleware, Next, Reply } from "../tools/tool.ts";
import { type Exhibit, exhibits, type Witness } from "./judged.ts";
import { approvesItself, unknownLine } from "./own-verdicts.ts";

export interface ApproveOptions extends Witness {
  /** Loaded at the first command. */
  readonly judge: () => Promise<(command: string, cwd: string) => Verdict>;
  /** Built at the first question: where nothing is asked, no inbox is opened. */
  readonly gate: () => Gate;
  readonly strictness: (call: Call) => Strictness;
  readonly redact: (text: string) => string;
  readonly events: EventSink;
}

interface Weighed extends Asked {
  readonly exhibit: Exhibit;
}

/**
 * Nothing that would run passes unjudged, whichever tool it comes through. What is blocked stays blocked; what needs a
 * person gets one, or does not run.
 */
export function approve(options: ApproveOptions): Middleware {
  return function approve(call, next) {
    const strictness = options.strictness(call);
    // Arguments without a role run nothing, type nothing and decide nothing.
    if (strictness === "off" || rolesOf(call.tool).length === 0) return next(call);
    return held(call, next, strictness);
  };

  async function held(call: Call, next: Next, strictness: Strictness): Promise<Reply> {
    const shown = await exhibits(call, options);
    if (shown.length > 0) await judgeAll(call, shown, strictness, options);
    const reply = await next(call);
    options.tracker?.sent(call);
    return reply;
  }
}

async function judgeAll(
  call: Call,
  shown: readonly Exhibit[],
  strictness: Strictness,
  options: ApproveOptions,
): Promise<void> {
  const judge = await options.judge();
  const weighed = shown.map((exhibit) => weigh(exhibit, judge, options));
  note(call, weighed, strictness);
  refuseBlocked(call, weighed, strictness, options);
  const doubtful = weighed.filter((one) => mustAsk(one, strictness));
  if (doubtful.length > 0) await consent(call, doubtful, options);
}

type Judge = Awaited<ReturnType<ApproveOptions["judge"]>>;

function weigh(exhibit: Exhibit, judge: Judge, { events, redact }: ApproveOptions): Weighed {
  const { text, cwd, certain } = exhibit;
  const command = redact(text);
  events({ event: "COMMAND_RECEIVED", command });
  const judged = certain ? judge(text, cwd) : unknownLine(judge(text, cwd));
  const verdict = approvesItself(judged) ?? judged;
  events({
    event: "COMMAND_CLASSIFIED",
    command,
    classification: verdict.class,
    reason: redact(verdict.reasons.join(" ")),
  });
  return { text, cwd, verdict, exhibit };
}

/** The strongest class and its rule go into the audit line, also when the call runs. */
function note(call: Call, weighed: readonly Weighed[], strictness: Strictness): void {
  const strongest = weighed.reduce((most, one) =>
    CLASSES.indexOf(one.verdict.class) > CLASSES.indexOf(most.verdict.class) ? one : most,
  );
  call.notes["class"] = strongest.verdict.class;
  call.notes["strictness"] = strictness;
  if (strongest.verdict.rule !== undefined) call.notes["rule"] = strongest.verdict.rule;
  const preApproved = weighed.flatMap(({ verdict }) => verdict.preApproved);
  if (preApproved.length > 0) call.notes["pre_approved"] = preApproved;
}

function mustAsk({ verdict, exhibit }: Weighed, strictness: Strictness): boolean {
  if (verdict.verdict !== "ask" || strictness === "observe") return false;
  const isStrict = strictness === "enforce" && !exhibit.ahead;
  return isStrict || verdict.class === "catastrophic" || exhibit.lasting;
}

function refuseBlocked(
  call: Call,
  weighed: readonly Weighed[],
  strictness: Strictness,
  { events, redact }: ApproveOptions,
): void {
  const blocked = weighed.find(
    ({ verdict }) =>
      verdict.verdict === "block" && (strictness !== "observe" || verdict.rule === "own-approval"),
  );
  if (!blocked) return;
  const { text, verdict } = blocked;
  const violations = redact(verdict.reasons.map(visible).join("; "));
  events({ event: "PATH_GUARD_BLOCKED", command: redact(text), violations });
  call.notes["denied"] = "blocked";
  const lines = ["BLOCKED: this command does what no approval allows.", ...verdict.reasons.map(visible)];
  const parts = analysis(verdict);
  throw new ToolError("CommandBlocked", redact([...lines, ...(parts === "" ? [] : ["", parts])].join("\n")), {
    suggestion: verdict.advice ?? "Leave protected places alone; work inside the project folder.",
  });
}

async function consent(call: Call, doubtful: readonly Weighed[], options: ApproveOptions): Promise<void> {
  const { events, redact } = options;
  const command = redact(doubtful.map(({ text }) => text).join("\n"));
  const petition: Petition = {
    tool: call.tool.name,
    input: call.input,
    asked: doubtful,
    principal: call.principal,
    who: whoAsks(call),
    longestMs: call.context.longestMs,
    signal: call.context.signal,
    ask: (question) => call.ask(question),
    onRaised: ({ code }) => events({ event: "PERMISSION_REQUESTED", command, code }),
  };
  const ruling = await options
    .gate()
    .rule(petition)
    .catch((error: unknown) => {
      if (error instanceof ToolError) call.notes["denied"] = error.errorType;
      throw error;
    });
  if (ruling.granted) {
    call.notes["approved_by"] = ruling.by;
    events({ event: "PERMISSION_GRANTED", command, by: ruling.by });
    return;
  }
  call.notes["denied"] = ruling.no;
  events({ event: "PERMISSION_DENIED", command, reason: reasonOf(ruling.no) });
  const canPreApprove = doubtful.every(({ verdict }) => verdict.class === "dangerous");
  const { message, suggestion } = denial(ruling.no, ruling.request, canPreApprove);
  const why = doubtful.map(({ verdict }) => visible(redact(verdict.reasons.join(" ")))).join("\n");
  throw new ToolError("ApprovalDenied", `${message}\n${why}`, { suggestion });
}

function whoAsks({ context, principal, name }: Call): string {
  const client = context.client ? `${context.client.name} ${context.client.version}` : "an unnamed client";
  return `${client} (${principal}) through ${name}`;
}
