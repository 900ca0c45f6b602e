import type { Call } from "./call.ts";
import { dangerous, rank, strongest, type Charge } from "./charge.ts";
import { within } from "./paths/physical.ts";
import { matches } from "./user-rule.ts";
import { isTierOne } from "./tier-one.ts";

const LOOKS = new Set(["read", "search", "expand"]);

/** Charges that speak about the program itself, not about how the script hides or steers it. */
const ABOUT_THE_PROGRAM = new Set(["unknown-program", "file-write"]);

/** Weighs the charges of one call with the person's own rules and writes the finding down. */
export function sentence(call: Call): void {
  const { trial, charges } = call;
  const argv = call.words();
  const strictest = strictestRule(call, argv);
  if (strictest?.decision === "block") {
    charges.push({ ...dangerous(`user:${strictest.name}`, "user rule", strictest.reason), class: "blocked" });
  }
  if (strictest?.decision === "ask")
    charges.push(dangerous(`user:${strictest.name}`, "user rule", strictest.reason));

  const base = call.program.slice(call.program.lastIndexOf("/") + 1);
  let kept: readonly Charge[] = charges;
  if (strongest(charges)?.class === "dangerous") {
    if (strictest?.decision === "allow" && !call.opaque && liftable(call)) kept = [];
    else if (
      trial.world.preApproved.includes(call.program) &&
      !isTierOne(base) &&
      liftable(call) &&
      inProject(call) &&
      !call.opaque
    ) {
      kept = [];
      trial.preApproved.add(call.program);
    }
  }
  const cwd = call.scope.cwds?.length === 1 ? call.scope.cwds[0] : undefined;
  const rule = strictest?.decision === "allow" && kept.length === 0 ? `user:${strictest.name}` : call.rule;
  trial.docket.record({ argv, rule, cwd, paths: call.uses }, kept);
}

const ORDER = { allow: 0, ask: 1, block: 2 };

function strictestRule(call: Call, argv: readonly string[]) {
  const hits = call.trial.world.rules.filter((rule) => matches(rule, argv));
  return hits.toSorted((one, other) => ORDER[other.decision] - ORDER[one.decision])[0];
}

function liftable(call: Call): boolean {
  return call.charges.every(
    (charge) => rank(charge.class) === 0 || charge.rule === call.rule || ABOUT_THE_PROGRAM.has(charge.rule),
  );
}

/** Trust given to a program covers what it changes inside the project folder and nowhere else. */
function inProject(call: Call): boolean {
  const { world } = call.trial;
  const project = world.project ?? world.cwd;
  if (call.scope.cwds?.every((cwd) => within(cwd, project)) !== true) return false;
  return call.uses.every((use) => LOOKS.has(use.operation) || within(use.path, project));
}
