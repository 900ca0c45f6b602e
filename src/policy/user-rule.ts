/** A person's own word on a command. `allow` never reaches what is catastrophic or blocked. */
export interface UserRule {
  readonly name: string;
  readonly decision: "allow" | "ask" | "block";
  /** Matches the whole command line of one program, words joined by single blanks. */
  readonly pattern: RegExp | undefined;
  /** First words of the argument vector, program first. */
  readonly prefix: readonly string[] | undefined;
  readonly reason: string;
}

export function matches(rule: UserRule, argv: readonly string[]): boolean {
  if (rule.prefix && !rule.prefix.every((word, at) => argv[at] === word)) return false;
  return rule.pattern === undefined || rule.pattern.test(argv.join(" "));
}
