import type { Command } from "../command.ts";
import { EXIT } from "../exit.ts";
import { answer, openInbox } from "../inbox.ts";

export default {
  name: "deny",
  summary: "refuse one waiting command",
  usage: "<code>",
  examples: [["termgate deny KTR-4WX", "the command behind this code does not run"]],
  options: {},
  words: [1, 1],

  async run(io, args) {
    const [code = ""] = args.positionals;
    const { inbox } = await openInbox(io, args);
    try {
      answer(io, inbox, code, "denied");
      return EXIT.ok;
    } finally {
      inbox.close();
    }
  },
} satisfies Command;
