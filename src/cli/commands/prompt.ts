import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Agents, SpawnRequest } from "../../agents/agents.ts";
import { installedProvider, isProvider, programOf, PROVIDERS, providers } from "../../agents/known.ts";
import { ToolError } from "../../errors.ts";
import type { Settings } from "../../settings/table.ts";
import { spawnRequest } from "../../tools/agent-arguments.ts";
import { openAgentsRoom } from "../agents-room.ts";
import type { Args, Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { interrupts } from "../interrupts.ts";
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
    const timeoutMs = timeoutOf(args);
    await using room = await openAgentsRoom(io, args);
    const request = requestOf(io, args, room.settings);
    const keep = args.options["keep"] === true;
    using stop = interrupts(io.signal);
    try {
      const end = await ending(io, room.agents, { request, text, timeoutMs, keep, signal: stop.signal });
      return stop.code ?? told(io, end);
    } catch (error) {
      if (stop.code === undefined) throw error;
      complain(io, "Interrupted; the agent goes on. `termgate agents` shows it.");
      return stop.code;
    }
  },
} satisfies Command;

interface Errand {
  readonly request: SpawnRequest;
  readonly text: string;
  readonly timeoutMs: number;
  readonly keep: boolean;
  readonly signal: AbortSignal;
}

async function ending(io: Io, agents: Agents, errand: Errand): Promise<Ending> {
  const { request, text, timeoutMs, keep, signal } = errand;
  using telling = teller(io);
  const call = { timeoutMs, signal, progress: telling.progress };
  if (keep) {
    const { agent, outcome } = await agents.spawn(request, call);
    complain(io, `agent ${agent.id}`);
    if (outcome.outcome !== "ready") return outcome;
    return (await agents.prompt(agent.id, text, { ...call, noYolo: false })).outcome;
  }
  const shot = await agents.oneShot({ ...request, prompt: text }, call);
  if (shot.kill.status === "error") complain(io, "The agent could not be ended; see `termgate agents`.");
  return shot;
}

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
      ? contentOf(resolve(io.cwd, file))
      : (positionals[0] ?? "");
  if (text.trim() === "") throw new Stop(EXIT.usage, "The prompt is empty.");
  return text;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new Stop(EXIT.usage, "The file with the prompt cannot be read.", "Check the path given to --file.");
  }
}

function requestOf(io: Io, { options }: Args, settings: Settings) {
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
  const { cwd, model } = options;
  const folder = typeof cwd === "string" ? resolve(io.cwd, cwd) : io.cwd;
  try {
    const request = spawnRequest({ cwd: folder, model }, providers[provider], { settings });
    programOf(providers[provider], io.environment["PATH"]);
    return request;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const code = error.errorType === "ProviderUnavailable" ? EXIT.environment : EXIT.usage;
    throw new Stop(code, error.message, error.suggestion);
  }
}

function timeoutOf({ options: { timeout } }: Args): number {
  const seconds = timeout === undefined ? 600 : Number(timeout);
  if (!(seconds >= 1 && seconds <= 3_600))
    throw new Stop(EXIT.usage, "--timeout is a number of seconds from 1 to 3600.");
  return Math.round(seconds * 1_000);
}

/** Tells a person what goes on in one line that is wiped at the end; a log gets a line for each new phase. */
function teller({ stderr }: Io) {
  let last = "";
  return {
    progress: (message: string): void => {
      const said = stderr.isTTY ? message : (/^[a-z]+/.exec(message)?.[0] ?? message);
      if (said === last) return;
      last = said;
      stderr.write(stderr.isTTY ? `\r\x1b[K${said}` : `${said}\n`);
    },
    [Symbol.dispose](): void {
      if (stderr.isTTY && last !== "") stderr.write("\r\x1b[K");
    },
  };
}
