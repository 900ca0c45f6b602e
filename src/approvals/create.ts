import { Gate, type GateOptions } from "./gate.ts";
import { Grants } from "./grants.ts";
import { Inbox } from "./inbox.ts";

/** The settings approvals go by. */
export interface Choices {
  readonly approvals: {
    readonly perMinute: number;
    readonly maxWaiting: number;
    readonly useSeconds: number;
    readonly timeoutSeconds: number;
    readonly codeMinutes: number;
    readonly grantMinutes: number;
    readonly autoAnswerMs: number;
  };
}

/** The inbox of this person, as the settings want it. Nothing is opened before the first question. */
export function createInbox(settings: Choices, stateDir: string): Inbox {
  const { perMinute, maxWaiting, useSeconds } = settings.approvals;
  return new Inbox({ stateDir, perMinute, maxWaiting, useMs: useSeconds * 1_000 });
}

type Rest = Pick<GateOptions, "inbox" | "searchPath" | "policyVersion" | "redact" | "knock">;

export function createGate(settings: Choices, rest: Rest): Gate {
  const { timeoutSeconds, codeMinutes, grantMinutes, autoAnswerMs } = settings.approvals;
  return new Gate({
    ...rest,
    grants: new Grants(rest.inbox),
    timeoutMs: timeoutSeconds * 1_000,
    codeMs: codeMinutes * 60_000,
    grantMinutes,
    autoAnswerMs,
  });
}
