import { basename } from "node:path";
import type { Finding, Verdict } from "../policy/verdict.ts";

const ANSWERS = new Set(["approve", "deny", "grants", "approvals"]);

/** An agent must not answer the questions it raised: a command that would is blocked on every road. */
export function approvesItself(verdict: Verdict): Verdict | undefined {
  const finding = verdict.findings.find(({ argv }) => answersQuestions(argv));
  if (!finding) return undefined;
  const reason = "Only a person may answer what waits for approval.";
  const blocked: Finding = {
    ...finding,
    class: "blocked",
    rule: "own-approval",
    category: "self approval",
    reason,
  };
  return {
    ...verdict,
    class: "blocked",
    verdict: "block",
    rule: "own-approval",
    reasons: [reason, ...verdict.reasons],
    findings: verdict.findings.map((one) => (one === finding ? blocked : one)),
    advice: "Give your human the code and wait for the answer.",
    preApproved: [],
  };
}

function answersQuestions(argv: readonly string[]): boolean {
  const at = argv.findIndex(
    (word) => /^termgate(?:@.*)?$/.test(basename(word)) || /termgate.*\/main\.[jt]s$/.test(word),
  );
  return at >= 0 && argv.slice(at + 1).some((word) => ANSWERS.has(word));
}

/** A line of which only a part is known is as dangerous as that part, and at least dangerous. */
export function unknownLine(judged: Verdict): Verdict {
  if (judged.verdict !== "allow") return judged;
  const reason = "The line at the prompt is not known whole: history, completion or editing changed it.";
  const finding: Finding = {
    argv: [],
    class: "dangerous",
    rule: "unknown-line",
    category: "unknown line",
    reason,
    cwd: undefined,
    advice: undefined,
    paths: [],
  };
  return {
    ...judged,
    class: "dangerous",
    verdict: "ask",
    rule: "unknown-line",
    reasons: [reason],
    findings: [...judged.findings, finding],
  };
}
