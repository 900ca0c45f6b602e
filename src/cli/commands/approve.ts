import { Grants, sayScope } from "../../approvals/grants.ts";
import type { Scope } from "../../approvals/scope.ts";
import type { Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { answer, openInbox, personAt } from "../inbox.ts";
import { print } from "../io.ts";

export default {
  name: "approve",
  summary: "let one waiting command run, once",
  usage: "<code> [--grant minutes]",
  examples: [
    ["termgate approve KTR-4WX", "the command behind this code may run once"],
    [
      "termgate approve KTR-4WX --grant 30",
      "and the same program with the same flags in that folder for 30 minutes",
    ],
  ],
  options: {
    grant: {
      takes: "minutes",
      doc: "Also let the same program with the same flags run in that folder for so long.",
    },
  },
  words: [1, 1],

  async run(io, args) {
    const [code = ""] = args.positionals;
    const minutes = minutesOf(args.options["grant"]);
    const { inbox, settings } = await openInbox(io, args);
    try {
      const waiting = inbox.find(code);
      if (minutes !== undefined && waiting?.scope === null) {
        throw new Stop(EXIT.failed, "This command cannot be granted for a while, only approved once.");
      }
      const most = settings.approvals.grantMinutes;
      if (minutes !== undefined && minutes > most) {
        throw new Stop(
          EXIT.usage,
          `A grant lasts at most ${most} minutes.`,
          "approvals.grant_minutes sets the limit.",
        );
      }
      const request = answer(io, inbox, code, "approved");
      if (minutes === undefined || request?.scope == null) return EXIT.ok;
      // The column was written by the gate from scopes of its own.
      const scopes = JSON.parse(request.scope) as readonly Scope[];
      const grant = new Grants(inbox).add(scopes, personAt(io), minutes);
      print(io, `Grant ${grant.id} for ${minutes} minutes: ${scopes.map(sayScope).join("; ")}`);
      return EXIT.ok;
    } finally {
      inbox.close();
    }
  },
} satisfies Command;

function minutesOf(given: string | true | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string" && /^[1-9]\d{0,3}$/.test(given)) return Number(given);
  throw new Stop(EXIT.usage, "--grant wants a whole number of minutes from 1.");
}
