import { dangerous, type Charge } from "./charge.ts";
import type { Redirection } from "./grammar.ts";
import { locate, type PathUse } from "./paths/location.ts";
import { toSingle } from "./shell/atoms.ts";
import type { Expander } from "./shell/expand.ts";
import { literal, shown } from "./shell/field.ts";
import { assigned } from "./shell/names.ts";

export interface Redirected {
  readonly charges: Charge[];
  readonly uses: PathUse[];
  /** Text from a here-document or here-string, when it is known. */
  readonly stdin: string | undefined;
  /** Whether standard input comes from a file, a document or a process. */
  readonly fed: boolean;
  readonly writes: boolean;
}

/** What a list of redirections opens. */
export function judgeRedirects(redirects: readonly Redirection[], words: Expander): Redirected {
  const charges: Charge[] = [];
  const uses: PathUse[] = [];
  let stdin: string | undefined;
  let fed = false;
  let writes = false;
  for (const redirect of redirects) {
    words.trial.docket.spend();
    if (redirect.descriptor?.type === "FileDescriptorVariable") {
      const charge = assigned(redirect.descriptor.name);
      if (charge) charges.push(charge);
      words.scope.forget(redirect.descriptor.name);
    }
    if (redirect.type === "HereDoc") {
      const { parts, text } = redirect.body;
      const quoted = redirect.delimiter?.quoted === true;
      stdin =
        quoted || parts === undefined
          ? text
          : literal(toSingle(parts.flatMap((part) => words.part(part, true, true))));
      fed = true;
      continue;
    }
    if (redirect.target === undefined) {
      charges.push(dangerous("unread-redirection", "syntax", "a redirection without a target"));
      continue;
    }
    if (redirect.type === "HereString") {
      stdin = literal(words.single(redirect.target));
      fed = true;
      continue;
    }
    const { operator } = redirect;
    const targets = words.fields(redirect.target);
    if (operator === "<&" || operator === ">&") {
      const known = literal(targets[0]);
      const copies = known !== undefined && /^(\d+-?|-)$/.test(known) && targets.length === 1;
      const fromVariable =
        targets.length === 1 && targets[0]?.every((piece) => piece.kind === "unknown") === true;
      if (copies) continue;
      if (operator === "<&") {
        if (!fromVariable)
          charges.push(
            dangerous("unknown-redirection", "write redirection", "a copied descriptor that is not a number"),
          );
        continue;
      }
    }
    const reads = operator === "<";
    if (reads) fed = true;
    else writes = true;
    if (targets.length !== 1) {
      charges.push(
        dangerous("ambiguous-redirection", "write redirection", "a redirection to more than one word"),
      );
    }
    for (const target of targets) {
      const found = locate(target, reads ? "read" : "write", words.scope.cwds, words.trial.world);
      charges.push(...found.charges.map((charge) => relabelled(charge, shown(target))));
      uses.push(...found.uses);
    }
  }
  return { charges, uses, stdin, fed, writes };
}

function relabelled(charge: Charge, target: string): Charge {
  if (charge.rule !== "file-write" && charge.rule !== "unknown-path") return charge;
  return {
    ...charge,
    rule: "write-redirection",
    category: "write redirection",
    reason: charge.rule === "file-write" ? `output is written to ${target}` : charge.reason,
  };
}
