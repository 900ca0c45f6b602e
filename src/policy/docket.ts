import { rank, strongest, type Charge } from "./charge.ts";
import type { PathUse } from "./paths/location.ts";
import type { Finding } from "./verdict.ts";

/** Thrown inside the judge when the work grows out of bounds; it never leaves the judge. */
export class TooMuchWork extends Error {}

const MOST_WORK = 20_000;
const MOST_FINDINGS = 2_000;

/** Collects what was found, once each, and counts the work so that hostile input ends in a refusal. */
export class Docket {
  readonly findings: Finding[] = [];
  readonly #seen = new Set<string>();
  #work = 0;

  spend(amount = 1): void {
    this.#work += amount;
    if (this.#work > MOST_WORK) throw new TooMuchWork();
  }

  add(finding: Finding): void {
    const key = JSON.stringify([finding.argv, finding.class, finding.rule, finding.reason, finding.cwd]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (this.findings.length >= MOST_FINDINGS) throw new TooMuchWork();
    this.findings.push(finding);
  }

  /** Records the strongest charge; weaker ones of the same class are told along with it. */
  record(subject: Subject, charges: readonly Charge[]): void {
    const top = strongest(charges);
    const reasons = charges.filter((charge) => rank(charge.class) === rank(top?.class ?? "safe"));
    this.add({
      argv: subject.argv,
      class: top?.class ?? "safe",
      rule: top?.rule ?? subject.rule,
      category: top?.category ?? "safe",
      reason: [...new Set(reasons.map((charge) => charge.reason))].slice(0, 3).join("; "),
      advice: top?.advice,
      cwd: subject.cwd,
      paths: subject.paths,
    });
  }
}

export interface Subject {
  readonly argv: readonly string[];
  readonly rule: string;
  readonly cwd: string | undefined;
  readonly paths: readonly PathUse[];
}
