import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Gate, type GateOptions, type Petition } from "../../src/approvals/gate.ts";
import { Grants } from "../../src/approvals/grants.ts";
import { Inbox, type InboxOptions } from "../../src/approvals/inbox.ts";
import type { Class, Finding, Verdict } from "../../src/policy/verdict.ts";
import type { Answer, Question } from "../../src/tools/tool.ts";

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "approvals-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function inboxIn(stateDir: string, options: Partial<InboxOptions> = {}): Inbox {
  const inbox = new Inbox({ stateDir, perMinute: 100_000, maxWaiting: 100_000, useMs: 300_000, ...options });
  onTestFinished(() => inbox.close());
  return inbox;
}

export function finding(argv: readonly string[], strength: Class = "dangerous", cwd?: string): Finding {
  const rest = { rule: "test-rule", category: "test", reason: "It is a test.", advice: undefined, paths: [] };
  return { argv, class: strength, cwd, ...rest };
}

export function verdict(...findings: Finding[]): Verdict {
  const [first] = findings;
  const strength = first?.class ?? "safe";
  return {
    class: strength,
    verdict: strength === "safe" ? "allow" : strength === "blocked" ? "block" : "ask",
    findings,
    reasons: findings.map(({ reason }) => reason),
    rule: first?.rule,
    advice: undefined,
    preApproved: [],
  };
}

export interface Rig {
  readonly inbox: Inbox;
  readonly grants: Grants;
  readonly gate: Gate;
  readonly state: string;
  /** A call of the words in the folder, with a client that answers as given. */
  readonly petition: (words: readonly string[], given?: Partial<Petition>) => Petition;
}

export function rig(options: Partial<GateOptions> = {}, inboxOptions: Partial<InboxOptions> = {}): Rig {
  const state = folder();
  const inbox = inboxIn(state, inboxOptions);
  const grants = new Grants(inbox);
  const gate = new Gate({
    inbox,
    grants,
    searchPath: ["/usr/bin", "/bin"],
    policyVersion: "1",
    redact: (text) => text.replaceAll("hush-hush", "[REDACTED]"),
    timeoutMs: 60_000,
    codeMs: 600_000,
    grantMinutes: 30,
    autoAnswerMs: 300,
    ...options,
  });
  const petition: Rig["petition"] = (words, given = {}) => ({
    tool: "execute_command",
    input: { command: words.join(" ") },
    asked: [{ text: words.join(" "), cwd: state, verdict: verdict(finding(words)) }],
    principal: "tester",
    who: "test-client 1.2.3",
    longestMs: Infinity,
    signal: new AbortController().signal,
    ask: answers({ kind: "unsupported", elapsedMs: undefined }),
    onRaised: () => undefined,
    ...given,
  });
  return { inbox, grants, gate, state, petition };
}

export function answers(answer: Answer): (question: Question) => Promise<Answer> {
  return () => Promise.resolve(answer);
}

export const says = (value: string, elapsedMs: number | undefined = 2_000) =>
  answers({ kind: "chosen", value, elapsedMs });

/** A client that shows the question and never answers. */
export const silent = () => new Promise<Answer>(() => {});
