import { createInterface } from "node:readline/promises";
import type { Inbox, Request } from "../../approvals/inbox.ts";
import { readCode } from "../../approvals/code.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit.ts";
import { answer, openInbox } from "../inbox.ts";
import { type Io, print } from "../io.ts";

export default {
  name: "approvals",
  summary: "list what waits for your answer",
  usage: "[--json] [--popup]",
  examples: [
    ["termgate approvals", "every question that waits, with its code"],
    ["termgate approvals --json", "the same for another program"],
  ],
  options: {
    json: { doc: "One JSON object per line." },
    popup: { doc: "Show the newest question and ask for its code; how a tmux popup asks." },
  },
  words: [0, 0],

  async run(io, args) {
    const { inbox } = await openInbox(io, args);
    try {
      const waiting = inbox.waiting();
      if (args.options["popup"]) return await popup(io, inbox, waiting.at(-1));
      if (args.options["json"]) print(io, ...waiting.map((request) => JSON.stringify(request)));
      else if (waiting.length === 0) print(io, "Nothing waits for an answer.");
      else print(io, ...waiting.flatMap((request) => shown(request)));
      return EXIT.ok;
    } finally {
      inbox.close();
    }
  },
} satisfies Command;

function shown({ text, code, expires }: Request): string[] {
  const minutes = Math.max(1, Math.round((expires - Date.now()) / 60_000));
  return [text, `Answer within ${minutes} min: termgate approve ${code}   or   termgate deny ${code}`, ""];
}

/** The code must be typed: a key pressed into a window that just opened is not a yes. */
async function popup(io: Io, inbox: Inbox, request: Request | undefined): Promise<number> {
  if (!request) return EXIT.ok;
  print(io, request.text, "");
  const terminal = createInterface({ input: io.stdin, output: io.stdout });
  try {
    const typed = await terminal.question("Type the code to allow it once, anything else to refuse: ");
    answer(io, inbox, request.code, readCode(typed) === request.code ? "approved" : "denied");
    return EXIT.ok;
  } finally {
    terminal.close();
  }
}
