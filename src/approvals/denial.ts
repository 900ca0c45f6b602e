import type { Answer } from "../tools/tool.ts";
import type { Request } from "./inbox.ts";

/** Every way a question ends without a yes. They are told apart, because the next step differs for each. */
export type No =
  | Exclude<Answer["kind"], "chosen">
  | "auto_answered"
  | "auto_declined"
  | "auto_cancelled"
  | "refused"
  | "expired"
  | "changed"
  | "already_used"
  | "already_asked";

const REASONS: Readonly<Record<No, string>> = {
  declined: "The person declined.",
  refused: "The person said no.",
  cancelled: "The person closed the question without answering; that is a no.",
  invalid: "The client's answer did not fit the question, so it counts as a no.",
  timed_out: "Nobody answered in time; silence is a no.",
  expired: "Nobody answered in time; silence is a no.",
  unsupported: "Elicitation not supported by this client, so nobody could be asked.",
  auto_answered: "The client answered yes faster than a person can read, so the answer does not count.",
  auto_declined: "The client declined by itself, faster than a person can read; nobody was asked.",
  auto_cancelled:
    "The client closed the question by itself, faster than a person can read; nobody was asked.",
  changed: "What would run has changed since it was approved, so the approval does not cover it.",
  already_used: "The approval was used up by another identical call.",
  already_asked: "The same question waits for an answer already.",
};

/** After these nobody has really been asked, so the code stays open for an answer in another terminal. */
export function staysOpen(no: No): boolean {
  return (
    no === "unsupported" ||
    no === "auto_answered" ||
    no === "auto_declined" ||
    no === "auto_cancelled" ||
    no === "invalid" ||
    no === "already_asked"
  );
}

export function reasonOf(no: No): string {
  return REASONS[no];
}

export interface Denial {
  readonly message: string;
  readonly suggestion: string;
}

/** What the agent reads. Only where nobody could answer does it learn the way around the client. */
export function denial(no: No, request: Request | undefined, canPreApprove: boolean): Denial {
  const message = `DENIED: ${REASONS[no]}`;
  if (no === "changed") return { message, suggestion: "Call again to ask for what would run now." };
  if (!staysOpen(no) || !request) {
    return { message, suggestion: "Do not try this in another way. Ask your human what to do instead." };
  }
  const lines = [
    `Tell your human exactly this: "To allow it once, run: termgate approve ${request.code}".`,
    "After that, make the identical call again; it will run once.",
  ];
  if (no === "unsupported" && canPreApprove) {
    lines.push(
      "A person can also pre-approve the program with additional_safe_commands under [shell] (or SAFESHELL_SAFE_COMMANDS), or use a client that supports elicitation.",
    );
  }
  return { message, suggestion: lines.join("\n") };
}
