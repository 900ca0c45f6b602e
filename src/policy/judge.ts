import { dangerous, rank, strongest, type Charge } from "./charge.ts";
import { runArgv } from "./dispatch.ts";
import { Docket, TooMuchWork } from "./docket.ts";
import { everyNode, parseScript, type ParsedScript, type SyntaxNode } from "./grammar.ts";
import { hygiene } from "./hygiene.ts";
import { remembered } from "./remembered-facts.ts";
import { ruleFor } from "./rules/index.ts";
import { Choices } from "./shell/choices.ts";
import { Scope, type FunctionBody } from "./shell/scope.ts";
import type { Trial } from "./trial.ts";
import type { Finding, Verdict } from "./verdict.ts";
import { walkCommandNode, walkList, walkScript } from "./walk.ts";
import type { World } from "./world.ts";
import { locate } from "./paths/location.ts";
import { text } from "./shell/field.ts";

const LONGEST = 64 * 1024;
const DEEPEST_SCRIPT = 12;

/** What a command would do in this world. Never throws; whatever cannot be followed is at least dangerous. */
export function judge(command: string, world: World): Verdict {
  const docket = new Docket();
  const preApproved = new Set<string>();
  const scope = new Scope([world.cwd]);
  const trial = newTrial({ ...world, facts: remembered(world.facts) }, docket, preApproved);
  try {
    for (const charge of hygiene(command)) trial.charge(charge, [], scope);
    const place = locate(text(world.cwd), "read", ["/"], trial.world);
    for (const charge of place.charges) trial.charge(charge, ["cd", world.cwd], scope);
    if (Buffer.byteLength(command) > LONGEST) throw new TooMuchWork();
    trial.source(command, scope);
    judgeUncalled(trial);
  } catch (error) {
    const reason =
      error instanceof TooMuchWork || error instanceof RangeError
        ? "too large or too deeply nested to judge"
        : "the judge could not follow it";
    docket.findings.push({
      argv: [],
      class: "dangerous",
      rule: "over-limit",
      category: "syntax",
      reason,
      cwd: world.cwd,
      advice: "Split it into smaller commands.",
      paths: [],
    });
  }
  return verdictOf(docket.findings, [...preApproved]);
}

function newTrial(world: World, docket: Docket, preApproved: Set<string>): Trial {
  const active = new Set<FunctionBody>();
  const trial: Trial = {
    world,
    docket,
    preApproved,
    choices: new Choices(),
    definitions: [],
    visited: new Set(),
    depth: 0,
    inner: (script, scope) => walkScript(script, scope, trial),
    source: (code, scope) => judgeSource(code, scope, trial),
    knows: (program) => ruleFor(program) !== undefined,
    run: (invocation) => runArgv(invocation, trial),
    callFunction(body, args, scope) {
      body.called = true;
      if (active.has(body)) {
        trial.charge(
          dangerous("recursion", "syntax", "a function that calls itself"),
          [body.node.name.value],
          scope,
        );
        return;
      }
      active.add(body);
      const outer = scope.positional;
      scope.positional = args;
      walkBody(body, scope, trial);
      scope.positional = outer;
      active.delete(body);
    },
    charge: (charge, argv, scope) => record(charge, argv, scope, docket),
  };
  return trial;
}

function record(charge: Charge, argv: readonly string[], scope: Scope, docket: Docket): void {
  docket.record({ argv, rule: charge.rule, cwd: scope.cwds?.[0], paths: [] }, [charge]);
}

function walkBody({ node }: FunctionBody, scope: Scope, trial: Trial): void {
  if (node.body.type === "CompoundList") walkList(node.body, scope, trial);
  else walkCommandNode(node.body, scope, trial);
}

/** A function nobody called in sight may still be called by the shell itself: its arguments are unknown. */
function judgeUncalled(trial: Trial): void {
  for (let at = 0; at < trial.definitions.length; at += 1) {
    const definition = trial.definitions[at];
    if (definition === undefined || definition.body.called) continue;
    definition.body.called = true;
    definition.scope.positional = undefined;
    walkBody(definition.body, definition.scope, trial);
  }
}

function judgeSource(code: string, scope: Scope, trial: Trial): void {
  trial.depth += 1;
  if (trial.depth > DEEPEST_SCRIPT * 4) throw new TooMuchWork();
  const script = parseScript(code);
  const commands = survey(script, scope, trial);
  walkScript(script, scope, trial);
  judgeUncalled(trial);
  // Proof that nothing was overlooked: every command of the tree must have been judged by the walk.
  for (const node of commands) {
    if (trial.visited.has(node)) continue;
    trial.charge(
      dangerous("unreached", "syntax", "a command in a place this judge does not know"),
      [],
      scope,
    );
  }
  trial.depth -= 1;
}

function survey(script: ParsedScript, scope: Scope, trial: Trial): readonly SyntaxNode[] {
  const commands: SyntaxNode[] = [];
  everyNode(script, (node) => {
    trial.docket.spend(0.5);
    if (node.type === "Command") commands.push(node);
    if (node.type === "Script" && "errors" in node && node.errors && node.errors.length > 0) {
      trial.charge(
        dangerous("syntax-error", "syntax", "the shell would not read this as it stands"),
        [],
        scope,
      );
    }
  });
  return commands;
}

function verdictOf(findings: readonly Finding[], preApproved: readonly string[]): Verdict {
  const ordered = findings.toSorted((one, other) => rank(other.class) - rank(one.class));
  const top = strongest(findings.map((finding) => ({ ...finding })));
  const worst = top?.class ?? "safe";
  const telling = ordered.filter((finding) => finding.class !== "safe");
  return {
    class: worst,
    verdict: worst === "safe" ? "allow" : worst === "blocked" ? "block" : "ask",
    findings,
    reasons: [...new Set(telling.map((finding) => finding.reason))],
    rule: worst === "safe" ? undefined : top?.rule,
    advice: telling.find((finding) => finding.advice !== undefined)?.advice,
    preApproved,
  };
}
