import { visible } from "./hygiene.ts";
import type { Finding, Verdict } from "./verdict.ts";

const HEADLINE = {
  allow: "Runs without asking",
  ask: "Asks a person first",
  block: "Blocked, and no approval lifts it",
};

/** The verdict for people: what would run, why it was judged so, and what to do instead. */
export function explain(verdict: Verdict): string {
  const lines = [`${HEADLINE[verdict.verdict]} (${verdict.class}).`];
  if (verdict.findings.length > 0) lines.push("", ...verdict.findings.flatMap(described));
  if (verdict.preApproved.length > 0)
    lines.push("", `Pre-approved by you: ${verdict.preApproved.join(", ")}.`);
  if (verdict.advice !== undefined) lines.push("", `Instead: ${verdict.advice}`);
  return lines.join("\n");
}

function described(finding: Finding, at: number): string[] {
  const where = finding.cwd === undefined ? "" : `  in ${visible(finding.cwd)}`;
  const head = `[${at + 1}] ${commandLine(finding)}  ${finding.class}  (${finding.rule})${where}`;
  const why = finding.reason === "" ? [] : [`    ${finding.category}: ${visible(finding.reason)}`];
  const paths = finding.paths.map(({ path, operation }) => `    ${operation} ${visible(path)}`);
  return [head, ...why, ...new Set(paths)];
}

/** Decoded words, quoted so that their borders can be seen. */
function commandLine(finding: Finding): string {
  if (finding.argv.length === 0) return `(${finding.category === "safe" ? finding.rule : finding.category})`;
  return finding.argv
    .map((word) =>
      /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${visible(word).replaceAll("'", String.raw`'\''`)}'`,
    )
    .join(" ");
}

/** The block shown for chains: one line for each sub-command. Nothing when there is only one. */
export function chainAnalysis(verdict: Verdict): string {
  const { findings } = verdict;
  if (findings.length < 2) return "";
  const lines = findings.map((finding, at) => {
    const name = visible(finding.argv[0] ?? finding.rule);
    const word = finding.class === "safe" ? "safe" : `${LOUD[finding.class]} (${visible(finding.reason)})`;
    return `  [${at + 1}] \`${name}\` → ${word}`;
  });
  return ["Chain analysis:", ...lines].join("\n");
}

const LOUD = { dangerous: "DANGEROUS", catastrophic: "CATASTROPHIC", blocked: "BLOCKED" };
