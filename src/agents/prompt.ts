import { statSync } from "node:fs";
import { ToolError } from "../errors.ts";
import { within } from "../tmux/within.ts";
import { awaitTurn } from "./await-turn.ts";
import { pruneEvents } from "./channel/hook-events.ts";
import type { Call, Desk } from "./desk.ts";
import { end, endStray } from "./kill.ts";
import { eventFolder, type LiveAgent } from "./live.ts";
import { refOf } from "./outcome.ts";
import { untilReady } from "./ready.ts";
import { isLock, type Lock } from "./registry/locks.ts";
import type { AgentRow, TurnRow } from "./registry/rows.ts";
import { replyOnScreen } from "./screen-reply.ts";
import { settle, start } from "./spawn.ts";
import type { Status } from "./status.ts";
import { canPrompt, sanitised, submit } from "./submit.ts";
import { stateAfter, type TurnResult, turnResult, turnWord } from "./turn-result.ts";

export interface PromptOptions extends Call {
  readonly noYolo: boolean;
  readonly key?: string | undefined;
}

/** Sends one prompt and waits for its end, or as long as the call may take. */
export async function prompt(
  desk: Desk,
  id: string,
  words: string,
  options: PromptOptions,
): Promise<TurnResult> {
  const text = sanitised(words);
  if (text.trim() === "") {
    throw new ToolError("InvalidArgument", "The prompt is empty.", {
      suggestion: "Say what the agent should do.",
    });
  }
  const row = desk.registry.agent(id);
  const known =
    options.key === undefined ? undefined : desk.registry.keyed(options.key, `${id} ${text}`)?.turnId;
  if (known !== undefined && desk.registry.turn(known).acceptedAt !== undefined)
    return wait(desk, id, { ...options, turnId: known });
  const lock = desk.locks.take(id, "prompt");
  if (!isLock(lock)) {
    const held_by = { purpose: lock.purpose, pid: lock.pid, since_ms: lock.since };
    return {
      agent: refOf(row),
      outcome: {
        outcome: "busy",
        classified_state: null,
        message: null,
        warnings: ["busy"],
        snapshot: null,
        held_by,
      },
    };
  }
  using _held = lock;
  if (known !== undefined) {
    // Whoever took this key died before the prompt was confirmed: it was sent, or it was not, and the files know.
    if (row.place && (await adopted(desk, desk.live(id), desk.registry.turn(known))))
      return wait(desk, id, { ...options, turnId: known });
    if (options.key !== undefined) desk.registry.dropKey(options.key);
  }
  const { agent, resumed, moved } = await raise(desk, row, options);
  if (moved) return desk.keeper.keep(id, moved, { timedOut: false });
  const limit = within(options.timeoutMs, options.signal);
  const ready = await untilReady(agent, {
    mayAdvance: !options.noYolo,
    fresh: resumed.resumed !== undefined,
    limit,
    progress: options.progress,
  });
  if (!ready || !canPrompt(ready)) {
    const status = ready ?? (await agent.status(options.signal));
    return { ...desk.keeper.keep(id, status, { timedOut: !ready }), ...resumed };
  }
  const result = await send(desk, agent, { text, lock, options, status: ready });
  await desk.sweep();
  return { ...result, ...resumed };
}

interface Sending {
  readonly text: string;
  readonly lock: Lock;
  readonly options: PromptOptions;
  readonly status: Status;
}

async function send(
  desk: Desk,
  agent: LiveAgent,
  { text, lock, options, status }: Sending,
): Promise<TurnResult> {
  const { registry } = desk;
  const { id } = agent.row;
  await clearOwnDraft(desk, agent, status.draft ?? "");
  pruneEvents(eventFolder(desk.options.stateDir, id));
  const before = status.news.turns.map((one) => one.id);
  const turn = await open(desk, agent, { text, key: options.key, before });
  const known = new Set(before);
  const sent = await submit(agent, text, { lock, known, limit: within(60_000, options.signal) });
  if (sent.kind !== "accepted") {
    registry.endTurn(turn.id, sent.kind);
    if (sent.kind === "refused" && options.key !== undefined) registry.dropKey(options.key);
    return desk.keeper.refuse(id, sent);
  }
  registry.acceptTurn(turn.id, sent.receipt.providerTurn, sent.receipt.confirmedBy);
  registry.setState(id, "running");
  return finish(desk, agent, registry.turn(turn.id), { ...options, mayAdvance: !options.noYolo });
}

/** Goes on waiting for a turn, the newest unless named; without any, for the agent to settle. Presses no key. */
export async function wait(
  desk: Desk,
  id: string,
  options: Call & { readonly turnId?: string | undefined },
): Promise<TurnResult> {
  const { registry, keeper } = desk;
  const row = registry.agent(id);
  const turn = options.turnId === undefined ? registry.lastTurn(id) : registry.turn(options.turnId);
  if (turn && turn.agentId !== id) throw new ToolError("TurnNotFound", "That turn belongs to another agent.");
  if (!row.place || (row.state === "killed" && turn?.acceptedAt === undefined)) return keeper.asIs(row);
  const agent = desk.live(id);
  const taken = turn && (turn.acceptedAt === undefined ? await adopted(desk, agent, turn) : turn);
  if (taken) return finish(desk, agent, taken, { ...options, mayAdvance: false });
  return settle(desk, agent, { mayAdvance: false, fresh: false, call: options });
}

async function finish(
  desk: Desk,
  agent: LiveAgent,
  turn: TurnRow,
  options: Call & { readonly mayAdvance: boolean },
): Promise<TurnResult> {
  const { mayAdvance, timeoutMs, signal, progress } = options;
  const { id } = agent.row;
  const found = await awaitTurn(agent, turn, { mayAdvance, limit: within(timeoutMs, signal), progress });
  const conversation = agent.conversation(found.status);
  if (conversation !== undefined) desk.registry.setSession(id, conversation);
  const word = turnWord(found);
  if (turn.outcome === undefined && word !== "running") desk.registry.endTurn(turn.id, word);
  // A kill that came in between has said the last word.
  if (desk.registry.agent(id).state !== "killed") desk.keeper.record(id, found.status, stateAfter(found));
  return turnResult(desk.registry.agent(id), turn, found, desk.options.redact);
}

/** Files lag behind the screen; an idle agent whose files still say nothing never got the prompt. */
const LAG_MS = 3_000;

/** A turn whose sender died between Enter and the receipt, found in the program's own records by its words. */
async function adopted(desk: Desk, agent: LiveAgent, turn: TurnRow): Promise<TurnRow | undefined> {
  if (turn.outcome !== undefined || !agent.channel) return undefined;
  const before = turn.baseline.split("\n");
  const ours = await agent.until(within(LAG_MS * 10), ({ news, state }, watch) => {
    const found = news.turns.findLast(
      ({ id, prompt: words }) => !before.includes(id) && desk.registry.isPromptOf(turn.id, words),
    );
    return found ?? (state !== "busy" && watch.isStill(LAG_MS) ? "none" : undefined);
  });
  if (ours === undefined || ours === "none") return undefined;
  desk.registry.acceptTurn(turn.id, ours.id, "files");
  return desk.registry.turn(turn.id);
}

interface Raised {
  readonly agent: LiveAgent;
  readonly resumed: { readonly resumed?: boolean };
  readonly moved?: Status;
}

/** A living agent to prompt: the one there is, or the same one started again where it went away. */
async function raise(desk: Desk, row: AgentRow, call: Call): Promise<Raised> {
  if (row.place) {
    const agent = desk.live(row.id);
    const found = await agent.pane.look(within(5_000, call.signal));
    if (found.kind === "moved") return { agent, resumed: {}, moved: await agent.status(call.signal) };
    const usable =
      found.kind === "found" && !found.view.dead && row.state !== "killed" && row.state !== "dead";
    if (usable) return { agent, resumed: {} };
    if (!isFolder(row.cwd)) {
      throw new ToolError(
        "NotResurrectable",
        "The folder this agent worked in is gone, so it cannot be started again.",
        {
          suggestion: "Spawn a new agent in a folder that exists.",
        },
      );
    }
    await end(agent, within(10_000, call.signal));
  }
  await endStray(row, desk.server, within(10_000, call.signal));
  const remembers = row.sessionId !== undefined && desk.registry.hasTalked(row.id);
  await start(desk, row, { resumes: remembers, call });
  return { agent: desk.live(row.id), resumed: { resumed: remembers } };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

interface Opening {
  readonly text: string;
  readonly key: string | undefined;
  /** The program's turns so far. */
  readonly before: readonly string[];
}

async function open(desk: Desk, agent: LiveAgent, { text, key, before }: Opening): Promise<TurnRow> {
  const { id } = agent.row;
  const baseline = agent.channel ? before.slice(-100).join("\n") : ((await replyOnScreen(agent)) ?? "");
  return desk.registry.whole(() => {
    const turn = desk.registry.addTurn(id, text, baseline);
    if (key !== undefined) desk.registry.takeKey(key, `${id} ${text}`, { agentId: id, turnId: turn.id });
    return turn;
  });
}

/** Some programs put an early interrupted prompt back into the composer. What we typed ourselves, we may take out again. */
async function clearOwnDraft(desk: Desk, agent: LiveAgent, draft: string): Promise<void> {
  const last = desk.registry.lastTurn(agent.row.id);
  if (draft === "" || !last || !desk.registry.isPromptOf(last.id, draft)) return;
  const limit = within(5_000);
  await agent.pane.press(agent.provider.keys.clear, limit);
  await agent.until(limit, (status) => (status.draft === "" ? true : undefined));
}
