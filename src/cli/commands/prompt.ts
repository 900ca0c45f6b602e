import { readFileSync } from "node:fs";
import { installedProvider, isProvider, PROVIDERS } from "../../agents/known.ts";
import { openAgentsRoom } from "../agents-room.ts";
import type { Args, Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { complain, type Io, print } from "../io.ts";

export default {
  name: "prompt",
  summary: "ask an agent one thing: its words alone on stdout",
  usage: '"<text>" [options]',
  examples: [
    ['termgate prompt "why does the build fail?"', "start an agent here, ask, print the answer, end it"],
    ["git diff | termgate prompt --stdin --provider codex", "the prompt from a pipe"],
    ['termgate prompt "look around" --keep', "leave the agent running; its id is told on stderr"],
  ],
  options: {
    provider: {
      takes: "name",
      doc: `One of ${PROVIDERS.join(", ")}; left out, the first that is installed.`,
    },
    cwd: { takes: "folder", doc: "Where the agent works; left out, here." },
    model: { takes: "name", doc: "The model, by the program's own name for it." },
    file: { takes: "path", doc: "Read the prompt from a file." },
    stdin: { doc: "Read the prompt from stdin." },
    keep: { doc: "Leave the agent running." },
    timeout: { takes: "seconds", doc: "Longest wait for each phase; 600." },
  },
  words: [0, 1],

  async run(io, args) {
    const text = await promptOf(io, args);
    const { request, call } = requestOf(io, args);
    await using room = await openAgentsRoom(io, args);
    if (args.options["keep"]) {
      const { agent, outcome } = await room.agents.spawn(request, call);
      complain(io, `agent ${agent.id}`);
      if (outcome.outcome !== "ready") return told(io, outcome);
      return told(io, (await room.agents.prompt(agent.id, text, { ...call, noYolo: false })).outcome);
    }
    const shot = await room.agents.oneShot({ ...request, prompt: text }, call);
    if (shot.kill.status === "error") complain(io, "The agent could not be ended; see `termgate agents`.");
    return told(io, shot);
  },
} satisfies Command;

interface Ending {
  readonly outcome: string;
  readonly message: { readonly text: string } | null;
  readonly blocked_reason?: string;
  readonly error_excerpt?: string;
  readonly error?: string;
}

const EXITS: Readonly<Record<string, number>> = {
  spawn_failed: EXIT.environment,
  blocked: EXIT.waits,
  needs_user_input: EXIT.waits,
  timeout: EXIT.timeout,
};

function told(io: Io, { outcome, message, blocked_reason, error_excerpt, error }: Ending): number {
  if (message) print(io, message.text);
  if (outcome === "ready" && message) return EXIT.ok;
  complain(
    io,
    `${outcome}${blocked_reason ? ` (${blocked_reason})` : ""}`,
    ...[error_excerpt ?? error ?? ""].filter(Boolean),
  );
  return EXITS[outcome] ?? EXIT.failed;
}

async function promptOf(io: Io, { positionals, options }: Args): Promise<string> {
  const given = [positionals[0], options["file"], options["stdin"]].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new Stop(EXIT.usage, "Give the prompt once: as text, with --file or with --stdin.");
  const { file } = options;
  const text = options["stdin"]
    ? Buffer.concat(await io.stdin.toArray()).toString("utf8")
    : typeof file === "string"
      ? readFileSync(file, "utf8")
      : (positionals[0] ?? "");
  if (text.trim() === "") throw new Stop(EXIT.usage, "The prompt is empty.");
  return text;
}

function requestOf(io: Io, { options }: Args) {
  const wanted = options["provider"];
  const provider =
    wanted === undefined
      ? installedProvider(io.environment["PATH"])
      : isProvider(wanted)
        ? wanted
        : undefined;
  if (!provider) {
    if (wanted !== undefined) throw new Stop(EXIT.usage, `--provider is one of ${PROVIDERS.join(", ")}.`);
    throw new Stop(
      EXIT.environment,
      "None of the agent programs is on PATH.",
      `Install one of ${PROVIDERS.join(", ")}.`,
    );
  }
  const { cwd, model, timeout } = options;
  const seconds = timeout === undefined ? 600 : Number(timeout);
  if (!(seconds >= 1 && seconds <= 3_600))
    throw new Stop(EXIT.usage, "--timeout is a number of seconds from 1 to 3600.");
  const launch = typeof model === "string" ? { model } : {};
  let last = "";
  const progress = (message: string) => {
    if (io.stderr.isTTY && message !== last) io.stderr.write(`\r\x1b[K${message}`);
    last = message;
  };
  return {
    request: { provider, cwd: typeof cwd === "string" ? cwd : io.cwd, launch, noYolo: false },
    call: { timeoutMs: seconds * 1_000, signal: io.signal, progress },
  };
}
