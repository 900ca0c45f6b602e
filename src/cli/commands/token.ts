import { TIERS } from "../../tools/tool.ts";
import type { Args, Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { complain, type Io, print } from "../io.ts";
import { openSettings, openState } from "../open.ts";

const ACTIONS = new Set(["new", "add", "list", "revoke"]);

export default {
  name: "token",
  summary: "show, make and revoke the tokens the HTTP door asks for",
  usage: "[new | add --name <name> --tier <tier> | list | revoke <name>]",
  examples: [
    ["termgate token", "show the main token, made at the first call"],
    ['curl -H "Authorization: Bearer $(termgate token)" …', "use it"],
    ["termgate token new", "replace the main token; the old one stops working"],
    [
      "termgate token add --name ci --tier readonly",
      "a further token that may only read; it is shown this once",
    ],
    ["termgate token list", "names and tiers, never the tokens"],
    ["termgate token revoke ci", "end one"],
  ],
  options: {
    name: { takes: "name", doc: "Name of the new token: small letters, digits, dashes." },
    tier: { takes: "tier", doc: "Most its bearer may do: readonly (default), mutating or destructive." },
    json: { doc: "Write the list as JSON." },
  },
  words: [0, 2],

  async run(io, args) {
    const [action, name] = args.positionals;
    if (action !== undefined && !ACTIONS.has(action)) throw usage("token knows new, add, list and revoke.");
    if ((action === "revoke") !== (name !== undefined))
      throw usage("revoke takes one name, the others take none.");
    const { Tokens } = await import("../../store/tokens.ts");
    const tokens = new Tokens(openState(io, await openSettings(io, args)));
    if (action === undefined) print(io, tokens.main());
    if (action === "new") print(io, tokens.renewMain());
    if (action === "add") print(io, tokens.add(...wanted(args)));
    if (action === "list") list(io, tokens.list(), args);
    if (name === undefined || tokens.revoke(name)) return EXIT.ok;
    complain(io, "There is no token of that name.", "All of them: termgate token list");
    return EXIT.failed;
  },
} satisfies Command;

function wanted({ options }: Args): [name: string, tier: (typeof TIERS)[number]] {
  const { name, tier = "readonly" } = options;
  const known = TIERS.find((word) => word === tier);
  if (typeof name !== "string") throw usage("A new token needs a name.");
  if (!known) throw usage(`--tier wants one of ${TIERS.join(", ")}.`);
  return [name, known];
}

function list(
  io: Io,
  all: readonly { name: string; tier: string; created: string }[],
  { options }: Args,
): void {
  if (options["json"]) return print(io, JSON.stringify(all, undefined, 2));
  print(io, ...all.map(({ name, tier, created }) => `${name.padEnd(32)}  ${tier.padEnd(11)}  ${created}`));
}

function usage(message: string): Stop {
  return new Stop(EXIT.usage, message, "See: termgate token --help");
}
