import { createInbox } from "../approvals/create.ts";
import type { Inbox, Request } from "../approvals/inbox.ts";
import type { Args } from "./command.ts";
import { EXIT, Stop } from "./exit.ts";
import { type Io, print } from "./io.ts";
import { openSettings, openState } from "./open.ts";

/** The inbox of the person at this terminal. */
export async function openInbox(io: Io, args: Args) {
  refuseAgents(io);
  const settings = await openSettings(io, args);
  return { settings, inbox: createInbox(settings, openState(io, settings)) };
}

/** A command an agent runs carries this variable: what it raised itself it must not answer. */
function refuseAgents(io: Io): void {
  if (io.environment["TERMGATE_RUN"] === undefined) return;
  throw new Stop(EXIT.failed, "Only a person may answer; this runs inside a command of an agent.");
}

/** Who answers, as the audit log names them. */
export function personAt({ environment }: Io): string {
  const name = environment["USER"] ?? environment["LOGNAME"] ?? "someone";
  return `${name} at the command line`;
}

/** Answer one code and say what came of it. */
export function answer(
  io: Io,
  inbox: Inbox,
  code: string,
  decision: "approved" | "denied",
): Request | undefined {
  const answered = inbox.answer(code, decision, personAt(io));
  if (!answered)
    throw new Stop(EXIT.failed, "No question has this code.", "termgate approvals lists what waits.");
  const { request, counted } = answered;
  if (counted) {
    print(io, request.text, "", decision === "approved" ? "Approved: it may run once." : "Denied.");
    return request;
  }
  const by = request.answered_by === null ? "" : ` by ${request.answered_by}`;
  throw new Stop(EXIT.failed, `This question is ${request.state}${by} already; the first answer counts.`);
}
