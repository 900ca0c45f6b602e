import { nearest } from "../../settings/nearest.ts";
import { shown } from "../../settings/problem.ts";
import { stateDirOf } from "../../store/state-dir.ts";
import type { Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { print } from "../io.ts";
import { openSettings } from "../open.ts";
import { cut } from "../plain.ts";
import { styled } from "../style.ts";

export default {
  name: "tools",
  summary: "show what an agent would be offered at this tier and profile",
  usage: "[name] [--json]",
  examples: [
    ["termgate tools", "every tool with its size in the listing"],
    ["termgate tools --safety readonly --profile core", "what changes with the tier and profile"],
    ["termgate tools capture_pane", "one tool, as a client receives it"],
    ["termgate tools --json", "the whole listing, as a client receives it"],
  ],
  options: { json: { doc: "Write what a client receives." } },
  words: [0, 1],

  async run(io, args) {
    const [name] = args.positionals;
    const settings = await openSettings(io, args);
    const { build } = await import("../../server.ts");
    const house = build({
      settings,
      stateDir: stateDirOf(settings, io),
      environment: io.environment,
      home: io.home,
      log() {},
    });
    const { safety, profile } = settings.house;
    const { surface } = house.offer;
    const all = surface.list(safety);
    await house.close();
    const chosen = name === undefined ? all : all.filter((tool) => tool.name === name);
    if (chosen.length === 0 && name !== undefined) {
      const hidden = surface.names.includes(name);
      const meant = nearest(
        name,
        all.map((tool) => tool.name),
      );
      throw new Stop(
        EXIT.failed,
        hidden
          ? `${name} is not offered at the tier ${safety}.`
          : `No tool is called ${shown(name)} in the profile ${profile}.`,
        hidden ? "Try --safety destructive" : meant && `Did you mean ${meant}?`,
      );
    }
    if (args.options["json"] || name !== undefined) {
      print(io, JSON.stringify(name === undefined ? chosen : chosen[0], undefined, 2));
      return EXIT.ok;
    }
    const paint = styled(io);
    const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
    const widest = Math.max(0, ...chosen.map((tool) => tool.name.length));
    for (const tool of chosen) {
      const line = `${tool.name.padEnd(widest)}  ${String(size(tool)).padStart(6)}  ${tier(tool.annotations)}  `;
      const [first = ""] = (tool.description ?? "").split("\n");
      print(io, line + paint("dim", cut(first, Math.max(40, (io.stdout.columns ?? 120) - line.length))));
    }
    print(
      io,
      "",
      `${chosen.length} tools, ${size(chosen)} bytes, at the tier ${safety} and the profile ${profile}.`,
    );
    return EXIT.ok;
  },
} satisfies Command;

function tier(
  hints: { readOnlyHint?: boolean | undefined; destructiveHint?: boolean | undefined } | undefined,
): string {
  if (hints?.readOnlyHint) return "reads   ";
  return hints?.destructiveHint ? "destroys" : "changes ";
}
