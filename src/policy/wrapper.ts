import type { Call } from "./call.ts";
import type { OptionSpec, Parsed } from "./options.ts";
import type { Rule } from "./rule.ts";
import { knownStart, literal } from "./shell/field.ts";
import { isTierOne } from "./tier-one.ts";
import { touchEverything } from "./touch-everything.ts";

interface Wrapper extends Pick<Rule, "name" | "programs" | "description" | "examples"> {
  readonly options: OptionSpec;
  /** Operands before the command it runs. */
  readonly skip?: number;
}

/** A program that runs its operands and is exactly as safe as they are. */
export function wrapper({ skip = 0, options, ...rest }: Wrapper): Rule {
  return {
    ...rest,
    class: "safe",
    category: "wrapper",
    options: { ...options, stop: true },
    judge(call: Call, parsed: Parsed) {
      const inner = parsed.operands.slice(skip);
      if (inner.length > 0) call.run(inner);
    },
  };
}

/**
 * A program that runs others in a way of its own. It is never safe; to find what it hides, the first word that
 * names a known program is taken as the start of the inner command.
 */
export function runInner(call: Call): void {
  const { args } = call;
  const names = args.map((arg) => literal(arg));
  const start = names.findIndex((name, at) => {
    if (name === undefined || name.startsWith("-") || name === "") return false;
    const base = name.slice(name.lastIndexOf("/") + 1);
    return isTierOne(base) || (call.trial.knows(base) && !(at > 0 && takesValue(names[at - 1])));
  });
  args.forEach((arg, at) => {
    const value = literal(arg);
    const flag = names[at - 1];
    if (value === undefined) return;
    // Shell text comes after -c, or as one word with blanks in it.
    if (flag !== undefined && /^(-\w*c|--command)$/.test(flag)) call.source(value);
    else if (/\s/.test(value) && (start < 0 || at < start) && !value.startsWith("-")) call.source(value);
    else if (value.startsWith("--command=")) call.source(value.slice("--command=".length));
  });
  if (start >= 0) call.run(args.slice(start));
  else touchEverything(call);
  if (args.some((arg) => knownStart(arg) === "" && literal(arg) === undefined)) call.opaque = true;
}

/** A user or group name may look like a program's. */
const takesValue = (flag: string | undefined): boolean => flag !== undefined && /^-[ugDhprtTU]$/.test(flag);
