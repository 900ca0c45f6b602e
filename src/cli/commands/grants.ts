import { Grants, sayScope } from "../../approvals/grants.ts";
import type { Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { openInbox } from "../inbox.ts";
import { print } from "../io.ts";

export default {
  name: "grants",
  summary: "list what you granted for a while, or take it back",
  usage: "[revoke <number>|all] [--json]",
  examples: [
    ["termgate grants", "what runs without a question now, and until when"],
    ["termgate grants revoke 3", "take one back"],
    ["termgate grants revoke all", "take all of them back"],
  ],
  options: { json: { doc: "One JSON object per line." } },
  words: [0, 2],

  async run(io, args) {
    const [action, which] = args.positionals;
    const { inbox } = await openInbox(io, args);
    const grants = new Grants(inbox);
    try {
      const listed = grants.list();
      if (action === "revoke") {
        const ids = which === "all" ? listed.map(({ id }) => id) : [Number(which)];
        const gone = ids.filter((id) => Number.isInteger(id) && grants.revoke(id));
        if (gone.length === 0)
          throw new Stop(EXIT.failed, "No such grant.", "termgate grants lists them by number.");
        print(io, `Revoked: ${gone.join(", ")}`);
        return EXIT.ok;
      }
      if (action !== undefined) throw new Stop(EXIT.usage, "grants knows one word: revoke.");
      if (args.options["json"]) print(io, ...listed.map((grant) => JSON.stringify(grant)));
      else if (listed.length === 0) print(io, "Nothing is granted.");
      else {
        print(
          io,
          ...listed.map(({ id, scopes, expires, grantedBy }) => {
            const until = new Date(expires).toISOString().slice(11, 16);
            return `${id}  until ${until} UTC  ${scopes.map(sayScope).join("; ")}  (${grantedBy})`;
          }),
        );
      }
      return EXIT.ok;
    } finally {
      inbox.close();
    }
  },
} satisfies Command;
