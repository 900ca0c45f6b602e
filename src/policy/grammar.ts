import { forEachChild, parse, type ParsedScript, type SyntaxNode, type Word } from "unbash";

export type {
  ArithmeticExpression,
  Assignment,
  Case,
  Command,
  CommandNode,
  CompoundCommand,
  CompoundList,
  For,
  Function as FunctionNode,
  If,
  ParameterExpansionPart,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Select,
  Statement,
  AndOr,
  SyntaxNode,
  TestExpression,
  While,
  Word,
  WordPart,
} from "unbash";

/** The one place that knows which parser reads bash for us. It never throws: errors are part of the tree. */
export function parseScript(text: string): ParsedScript {
  return parse(text);
}

/** One word of shell text read on its own; undefined when the text is not exactly one word. */
export function parseWord(text: string): Word | undefined {
  const script = parse(`: ${text}`);
  const command = script.commands[0]?.command;
  if (script.errors?.length || script.commands.length !== 1 || command?.type !== "Command") return undefined;
  const [word, ...others] = command.suffix;
  return word?.type === "Word" && others.length === 0 ? word : undefined;
}

/** Every node below (and including) the first, found with a stack so that deep input cannot overflow ours. */
export function everyNode(root: SyntaxNode, see: (node: SyntaxNode) => void): void {
  const waiting: SyntaxNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    see(node);
    forEachChild(node, (child) => waiting.push(child));
  }
}
