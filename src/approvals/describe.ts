import type { Verdict } from "../policy/verdict.ts";
import { blastOf } from "./blast.ts";
import { hidesSomething, visible } from "./visible.ts";

export interface Asked {
  readonly text: string;
  readonly cwd: string;
  readonly verdict: Verdict;
}

const MOST_SHOWN = 4_000;

/** Each part of a command with what was thought of it, when there is more than one. */
export function analysis({ findings }: Verdict): string {
  if (findings.length < 2) return "";
  const lines = findings.map(({ argv, class: strength, category, reason }, index) => {
    const said = strength === "safe" ? "safe" : `${LOUD[strength]} (${category || reason})`;
    return `  [${index + 1}] \`${visible(argv[0] ?? "(redirection)")}\` → ${said}`;
  });
  return ["Each part of the command:", ...lines].join("\n");
}

const LOUD = { dangerous: "DANGEROUS", catastrophic: "CATASTROPHIC", blocked: "BLOCKED" } as const;

/** What a person reads before saying yes: every byte visible, what each part does, how far it reaches, who asks. */
export function describe(asked: readonly Asked[], who: string, redact: (text: string) => string): string {
  const parts = asked.map((one) => describeOne(one, redact));
  return [...parts, `Asked by: ${visible(who)}`].join("\n\n");
}

function describeOne({ text, cwd, verdict }: Asked, redact: (text: string) => string): string {
  const shown = visible(redact(text));
  const cut = shown.length > MOST_SHOWN;
  const command = cut
    ? `${shown.slice(0, MOST_SHOWN)}\n… and ${shown.length - MOST_SHOWN} more characters`
    : shown;
  const reach = blastOf(verdict.findings, cwd).map(
    ({ word, files, more }) =>
      `  ${visible(word)}: ${more ? "more than " : ""}${files} ${files === 1 ? "file" : "files"}`,
  );
  const word = verdict.class === "catastrophic" ? "CATASTROPHIC" : "Dangerous";
  return [
    `${word} command:`,
    command.replace(/^/gm, "    "),
    `Folder: ${visible(cwd)}`,
    `Reason: ${visible(redact(verdict.reasons.join(" ")))}`,
    ...(verdict.findings.length > 1 ? [redact(analysis(verdict))] : []),
    ...(reach.length > 0 ? ["Reaches:", ...reach] : []),
    ...(hidesSomething(text)
      ? ["Careful: it holds letters a screen hides or mistakes; they are spelled out above."]
      : []),
  ].join("\n");
}
