import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Agents } from "../../agents/agents.ts";
import { agentNamed, openAgentsRoom } from "../agents-room.ts";
import { agentsTable } from "../agents-table.ts";
import { attach } from "../attach.ts";
import type { Args, Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { interrupts } from "../interrupts.ts";
import { type Io, print } from "../io.ts";
import { plain } from "../plain.ts";

export default {
  name: "agents",
  summary: "see the agents termgate keeps, and answer, interrupt, attach to or end them",
  usage: "[show|attach|kill|answer|interrupt <id>] | classify <provider> <file> | drift",
  examples: [
    ["termgate agents", "every agent: state, since when, what it waits for"],
    ["termgate agents --watch", "the same, kept up to date"],
    ["termgate agents show 3f2a", "what one shows, with the options of its dialog"],
    ["termgate agents answer 3f2a Yes", "choose an option by its label or number"],
    ["termgate agents attach 3f2a", "sit down at its terminal"],
    ["termgate agents classify claude screen.txt --json", "what a captured screen means"],
    ["termgate agents drift", "whether an installed program is newer than its recorded screens"],
  ],
  options: {
    all: { doc: "Also agents that ended." },
    watch: { doc: "Go on until Ctrl-C." },
    json: { doc: "JSON for another program." },
    title: { takes: "text", doc: "The pane's title, for classify." },
  },
  words: [0, 10],

  async run(io, args) {
    const [action, ...rest] = args.positionals;
    if (action === "classify") return classifyFile(io, args, rest);
    if (action === "drift") return showDrift(io, args);
    if (action !== undefined && !Object.hasOwn(ACTIONS, action))
      throw new Stop(EXIT.usage, "agents does not know that word.", "See: termgate agents --help");
    await using room = await openAgentsRoom(io, args);
    // Awaited here: the room closes when this function returns.
    if (action === undefined) return await list(io, args, room.agents);
    const id = agentNamed(room.agents, rest[0]);
    return (
      (await ACTIONS[action]?.({ io, args, agents: room.agents, id, words: rest.slice(1) })) ?? EXIT.usage
    );
  },
} satisfies Command;

interface Act {
  readonly io: Io;
  readonly args: Args;
  readonly agents: Agents;
  readonly id: string;
  readonly words: readonly string[];
}

const ACTIONS: Readonly<Record<string, (act: Act) => Promise<number>>> = {
  async show({ io, args, agents, id }) {
    const shown = await agents.snapshot(id, 200);
    if (args.options["json"]) print(io, JSON.stringify(shown));
    else
      print(
        io,
        ...shown.recent_lines.map(plain),
        "",
        `${shown.agent.provider} ${shown.agent.id}: ${[shown.agent.state, shown.outcome.blocked_reason].filter(Boolean).join(", ")}`,
        ...choices(shown.outcome.dialog?.options ?? []),
      );
    return EXIT.ok;
  },
  async kill({ io, agents, id }) {
    const { already_gone } = await agents.kill(id, { timeoutMs: 30_000 });
    print(io, already_gone ? "It was gone already." : "Ended.");
    return EXIT.ok;
  },
  async answer({ io, agents, id, words }) {
    if (words.length === 0)
      throw new Stop(EXIT.usage, "Say which option.", "`termgate agents show <id>` lists them.");
    const { answered } = await agents.answer(id, words.join(" "), { timeoutMs: 30_000 });
    print(io, `Chose ${answered.id}. ${plain(answered.label)}`);
    return EXIT.ok;
  },
  async interrupt({ io, agents, id }) {
    const { interrupted } = await agents.interrupt(id, { timeoutMs: 30_000 });
    print(io, interrupted ? "Interrupted." : "Nothing was running.");
    return EXIT.ok;
  },
  attach: ({ io, agents, id }) => attach(io, agents, id),
};

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly selected: boolean;
}

function choices(options: readonly Choice[]): string[] {
  return options.map(({ id, label, selected }) => `${selected ? ">" : " "} ${id}. ${plain(label)}`);
}

async function list(io: Io, args: Args, agents: Agents): Promise<number> {
  const { watch } = args.options;
  // Ctrl-C is how a person says that they have seen enough.
  using stop = watch ? interrupts(io.signal) : undefined;
  for (;;) {
    const all = await agents.list({ ended: args.options["all"] === true });
    if (watch && io.stdout.isTTY && !args.options["json"]) io.stdout.write("\x1b[H\x1b[2J");
    if (args.options["json"]) print(io, JSON.stringify(all));
    else print(io, ...(all.length === 0 ? ["No agent is running."] : agentsTable(io, all)));
    if (!stop || stop.signal.aborted) return EXIT.ok;
    await pause(1_000, undefined, { signal: stop.signal }).catch(() => {});
    if (stop.signal.aborted) return EXIT.ok;
  }
}

async function classifyFile(io: Io, args: Args, [name, file]: readonly string[]): Promise<number> {
  const { isProvider, PROVIDERS, providers } = await import("../../agents/known.ts");
  if (!isProvider(name) || file === undefined)
    throw new Stop(
      EXIT.usage,
      `classify wants a provider (${PROVIDERS.join(", ")}) and a file.`,
      "Use - to read the screen from stdin.",
    );
  const { classify } = await import("../../agents/classify.ts");
  const { title } = args.options;
  const reading = classify(providers[name], await captureIn(io, file), {
    title: typeof title === "string" ? title : undefined,
  });
  const { state, reason, dialog, draft, evidence } = reading;
  const told = dialog && {
    kind: dialog.kind,
    title: dialog.title,
    options: dialog.options,
    selected: dialog.selected?.id ?? null,
  };
  if (args.options["json"])
    print(io, JSON.stringify({ state, reason, dialog: told ?? null, draft: draft ?? null, evidence }));
  else print(io, `${state}  ${reason}`, ...choices(dialog?.options ?? []));
  return EXIT.ok;
}

async function captureIn(io: Io, file: string): Promise<string> {
  if (file === "-") return Buffer.concat(await io.stdin.toArray()).toString("utf8");
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Stop(EXIT.failed, "That file cannot be read.");
  }
}

async function showDrift(io: Io, args: Args): Promise<number> {
  const { drift } = await import("../../agents/drift.ts");
  const found = await drift(io.environment);
  const says = {
    absent: "not installed",
    recorded: "recorded",
    older: "older than recorded",
    newer: "NEWER than recorded: its screens may have changed",
    unknown: "version unknown",
  };
  if (args.options["json"]) print(io, JSON.stringify(found));
  else
    print(
      io,
      ...found.map(
        ({ provider, installed, recorded, verdict }) =>
          `${provider.padEnd(7)} ${(installed ?? "-").padEnd(10)} ${says[verdict]} (${recorded.join(", ")})`,
      ),
    );
  return found.some(({ verdict }) => verdict === "newer") ? EXIT.failed : EXIT.ok;
}
