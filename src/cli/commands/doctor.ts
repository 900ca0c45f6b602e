import type { Check, Finding, Status } from "../checks/check.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit.ts";
import { type Io, print } from "../io.ts";
import { plain } from "../plain.ts";
import { styled } from "../style.ts";

export default {
  name: "doctor",
  summary: "look for everything that could be wrong, each with a line that mends it",
  usage: "[--json]",
  examples: [
    ["termgate doctor", "what is in order, what is not, and what to paste"],
    ["termgate doctor --json", "the same for another program"],
    ["termgate doctor && termgate http", "exit code 1 when something must be mended first"],
  ],
  options: { json: { doc: "Write the findings as JSON." } },
  words: [0, 0],

  async run(io, args) {
    const checks = await everyCheck();
    const findings = (await Promise.all(checks.map((check) => check(io, args)))).flat();
    if (args.options["json"]) print(io, JSON.stringify(findings, undefined, 2));
    else show(io, findings);
    return findings.some(({ status }) => status === "problem") ? EXIT.failed : EXIT.ok;
  },
} satisfies Command;

async function everyCheck(): Promise<readonly Check[]> {
  const [{ node }, { tmux }, { shell }, { state }, { settings }, { clients }, { agents }] = await Promise.all(
    [
      import("../checks/node.ts"),
      import("../checks/tmux.ts"),
      import("../checks/shell.ts"),
      import("../checks/state.ts"),
      import("../checks/settings.ts"),
      import("../checks/clients.ts"),
      import("../checks/agents.ts"),
    ],
  );
  return [node, tmux, shell, state, settings, clients, agents];
}

const LOOKS: Record<Status, readonly [label: string, colour: "green" | "cyan" | "yellow" | "red"]> = {
  ok: ["ok  ", "green"],
  note: ["note", "cyan"],
  warning: ["warn", "yellow"],
  problem: ["FAIL", "red"],
};

function show(io: Io, findings: readonly Finding[]): void {
  const paint = styled(io);
  for (const { check, status, says, fix } of findings) {
    const [label, colour] = LOOKS[status];
    print(io, `${paint(colour, label)}  ${check.padEnd(8)}  ${plain(says)}`);
    if (fix !== undefined) print(io, `                ${paint("bold", plain(fix))}`);
  }
  const wrong = findings.filter(({ status }) => status === "problem").length;
  print(
    io,
    "",
    wrong === 0
      ? "Nothing has to be mended."
      : `${wrong === 1 ? "One thing has" : `${wrong} things have`} to be mended.`,
  );
}
