import type { PathUse } from "./paths/location.ts";

/** Weakest first; a script has the strongest class of anything in it. */
export const CLASSES = ["safe", "dangerous", "catastrophic", "blocked"] as const;
export type Class = (typeof CLASSES)[number];

/** One program a command would start, or one thing a shell would do by itself, and what was thought of it. */
export interface Finding {
  /** Decoded words, as far as they are known. Empty for a bare redirection or assignment. */
  readonly argv: readonly string[];
  readonly class: Class;
  /** The rule that decided, such as `git-read-only`; unknown programs are decided by `unknown-program`. */
  readonly rule: string;
  /** Reason label, such as `destructive file operation`. */
  readonly category: string;
  readonly reason: string;
  /** Working directory this command would run in, when known. */
  readonly cwd: string | undefined;
  /** What to do instead, when there is something. */
  readonly advice: string | undefined;
  /** Files and folders it names and what would happen to each, links resolved. */
  readonly paths: readonly PathUse[];
}

export interface Verdict {
  readonly class: Class;
  /** safe → allow, dangerous and catastrophic → ask, blocked → block. */
  readonly verdict: "allow" | "ask" | "block";
  readonly findings: readonly Finding[];
  /** One sentence each, strongest first, no duplicates. Empty when everything is safe. */
  readonly reasons: readonly string[];
  /** The rule behind the strongest finding. */
  readonly rule: string | undefined;
  /** What to do instead, when there is something. */
  readonly advice: string | undefined;
  /** Programs whose danger was lifted by the person's own pre-approval. */
  readonly preApproved: readonly string[];
}
