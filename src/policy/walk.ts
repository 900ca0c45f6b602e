import { dangerous } from "./charge.ts";
import type {
  AndOr,
  CommandNode,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
} from "./grammar.ts";
import { walkCompound } from "./compound.ts";
import { knownOutput } from "./known-output.ts";
import { judgeRedirects } from "./redirects.ts";
import { Expander } from "./shell/expand.ts";
import { union, type Scope } from "./shell/scope.ts";
import { walkSimple, type Piped } from "./simple.ts";
import type { Trial } from "./trial.ts";

const NO_PIPE: Piped = { stdin: undefined, fed: false };

/** Follows a script statement by statement, keeping what the shell would know at each point. */
export function walkScript(script: ParsedScript, scope: Scope, trial: Trial): void {
  walkStatements(script.commands, scope, trial);
}

export function walkList(list: CompoundList, scope: Scope, trial: Trial): void {
  walkStatements(list.commands, scope, trial);
}

function walkStatements(statements: readonly Statement[], scope: Scope, trial: Trial): void {
  for (const statement of statements) {
    trial.docket.spend();
    const own = statement.background === true ? scope.fork() : scope;
    if (statement.command.type === "AndOr") walkAndOr(statement.command, own, trial);
    else walkPipelineNode(statement.command, own, trial);
    own.settle();
  }
}

function walkAndOr(node: AndOr, scope: Scope, trial: Trial): void {
  const skipped: Scope[] = [];
  node.commands.forEach((command, at) => {
    const operator = node.operators[at - 1];
    if (operator === "&&") {
      const failed = scope.fork();
      failed.cwds = union(failed.cwds, failed.cwdsOnFailure);
      skipped.push(failed);
      scope.cwdsOnFailure = [];
    } else if (operator === "||") {
      scope.settle();
      skipped.push(scope.fork());
    }
    walkPipelineNode(command, scope, trial);
  });
  for (const other of skipped) scope.merge(other);
}

function walkPipelineNode(node: PipelineNode, scope: Scope, trial: Trial): void {
  if (node.type === "Pipeline") walkPipeline(node, scope, trial);
  else walkCommandNode(node, scope, trial, NO_PIPE);
}

function walkPipeline(node: Pipeline, scope: Scope, trial: Trial): void {
  const [only] = node.commands;
  if (node.commands.length === 1 && only) {
    walkCommandNode(only, scope, trial, NO_PIPE);
    return;
  }
  let piped = NO_PIPE;
  for (const command of node.commands) {
    const own = scope.fork();
    walkCommandNode(command, own, trial, piped);
    piped = { stdin: knownOutput(command, own, trial), fed: true };
  }
}

export function walkCommandNode(node: CommandNode, scope: Scope, trial: Trial, piped: Piped = NO_PIPE): void {
  trial.docket.spend();
  switch (node.type) {
    case "Command":
      walkSimple(node, scope, trial, piped);
      return;
    case "Redirected": {
      trial.choices.each(scope, () => {
        const { charges, uses } = judgeRedirects(node.redirects, new Expander(trial, scope));
        if (charges.length > 0 || uses.length > 0) {
          trial.docket.record({ argv: [], rule: "redirection", cwd: scope.cwds?.[0], paths: uses }, charges);
        }
      });
      walkCommandNode(node.command, scope, trial, piped);
      return;
    }
    case "Function": {
      const body = { node, called: false };
      scope.functions.set(node.name.value, [body]);
      trial.definitions.push({ body, scope: scope.fork() });
      return;
    }
    case "Coproc": {
      const own = scope.fork();
      if (node.body.type === "CompoundList") walkList(node.body, own, trial);
      else walkCommandNode(node.body, own, trial, NO_PIPE);
      return;
    }
    case "ArithmeticCommand":
    case "ArithmeticFor":
    case "BraceGroup":
    case "Case":
    case "For":
    case "If":
    case "Select":
    case "Subshell":
    case "TestCommand":
    case "While":
    default:
      if (!walkCompound(node, scope, { trial, list: walkList })) {
        trial.charge(
          dangerous("unknown-syntax", "syntax", "a kind of command this judge does not know"),
          [],
          scope,
        );
      }
  }
}
