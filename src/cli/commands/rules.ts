import type { Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { print } from "../io.ts";
import { openSettings } from "../open.ts";

export default {
  name: "rules",
  summary: "list the judge's rules, or run every rule's own examples",
  usage: "[test] [--json]",
  examples: [
    ["termgate rules", "every built-in rule, and yours"],
    ["termgate rules test", "judge every example of every rule and name those that fail"],
  ],
  options: { json: { doc: "One JSON object per line." } },
  words: [0, 1],

  async run(io, args) {
    const [action] = args.positionals;
    if (action !== undefined && action !== "test") throw new Stop(EXIT.usage, "rules knows one word: test.");
    // Opening the settings proves the person's own rules by their examples.
    const settings = await openSettings(io, args);
    const { rules } = await import("../../policy/rules/index.ts");
    const own = settings.shell.rules.map(({ name, decision }) => ({
      name: String(name),
      decision: String(decision),
    }));
    if (action === undefined) {
      const built = rules.map((rule) => ({ name: rule.name, class: rule.class, programs: rule.programs }));
      if (args.options["json"]) print(io, ...[...built, ...own].map((row) => JSON.stringify(row)));
      else {
        print(
          io,
          ...built.map(
            (rule) => `${rule.name.padEnd(24)} ${rule.class.padEnd(12)} ${rule.programs.join(" ")}`,
          ),
        );
        print(io, ...own.map(({ name, decision }) => `${name.padEnd(24)} ${decision.padEnd(12)} (yours)`));
      }
      return EXIT.ok;
    }
    const { judge } = await import("../../policy/judge.ts");
    const { worldOf } = await import("../../policy/world.ts");
    const world = worldOf({ cwd: "/home/user/project", home: "/home/user" });
    const results = rules.flatMap((rule) =>
      Object.entries(rule.examples).map(([command, expected]) => {
        const found = judge(command, world).class;
        return { rule: rule.name, command, expected, found, ok: found === expected };
      }),
    );
    const failed = results.filter(({ ok }) => !ok);
    if (args.options["json"]) print(io, ...results.map((result) => JSON.stringify(result)));
    else {
      print(
        io,
        ...failed.map(
          ({ rule, command, expected, found }) =>
            `${rule}: ${JSON.stringify(command)} is ${found}, not ${expected}`,
        ),
      );
      print(
        io,
        `${results.length - failed.length} of ${results.length} examples hold; ${own.length} rules of yours hold too.`,
      );
    }
    return failed.length === 0 ? EXIT.ok : EXIT.failed;
  },
} satisfies Command;
