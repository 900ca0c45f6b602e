import { ToolError } from "../errors.ts";
import { within } from "../tmux/within.ts";
import { awaitTurn, type TurnManner } from "./await-turn.ts";
import { pruneEvents } from "./channel/hook-events.ts";
import type { Call, Desk } from "./desk.ts";
import { providers } from "./known.ts";
import { eventFolder, type LiveAgent } from "./live.ts";
import { raise } from "./raise.ts";
import { untilReady } from "./ready.ts";
import { isLock, type Lock } from "./registry/locks.ts";
import type { TurnRow } from "./registry/rows.ts";
import { replyOnScreen } from "./screen-reply.ts";
import { settle } from "./spawn.ts";
import type { Status } from "./status.ts";
import { canPrompt, isEcho, mustArrive, sanitised, submit, withdraw } from "./submit.ts";
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
  mustArrive(providers[row.provider], text);
  const known =
    options.key === undefined ? undefined : desk.registry.keyed(options.key, `${id} ${text}`)?.turnId;
  if (known !== undefined && desk.registry.turn(known).acceptedAt !== undefined)
    return wait(desk, id, { ...options, turnId: known });
  const lock = desk.locks.take(id, "prompt");
  if (!isLock(lock)) return desk.keeper.busy(row, lock);
  using _held = lock;
  if (known !== undefined) {
    // Whoever took this key died before the prompt was confirmed: it was sent, or it was not, and the files know.
    const agent = row.place && desk.live(id);
    const taken = agent && (await adopted(desk, agent, { turn: desk.registry.turn(known), call: options }));
    if (taken?.kind === "ours") return wait(desk, id, { ...options, turnId: known });
    if (agent && taken?.kind === "unsure")
      return desk.keeper.keep(agent.row, taken.status, { timedOut: true });
    if (options.key !== undefined) desk.registry.dropKey(options.key);
  }
  const { agent, resumed, moved } = await raise(desk, desk.registry.agent(id), options);
  if (moved) return desk.keeper.keep(agent.row, moved, { timedOut: false });
  const limit = within(options.timeoutMs, options.signal);
  const ready = await untilReady(agent, {
    mayAdvance: !options.noYolo,
    fresh: resumed.resumed !== undefined,
    limit,
    progress: options.progress,
  });
  if (!ready || !canPrompt(ready)) {
    const status = ready ?? (await agent.status(options.signal));
    return { ...desk.keeper.keep(agent.row, status, { timedOut: !ready }), ...resumed };
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
  await clearOwnDraft(desk, agent, status, lock);
  pruneEvents(eventFolder(desk.options.stateDir, id));
  const before = status.news.turns.map((one) => one.id);
  const turn = await open(desk, agent, { text, key: options.key, before });
  const known = new Set(before);
  const sent = await submit(agent, text, { lock, known, limit: within(60_000, options.signal) });
  if (sent.kind !== "accepted") {
    registry.endTurn(turn.id, sent.kind);
    if (sent.kind === "refused" && options.key !== undefined) registry.dropKey(options.key);
    return desk.keeper.refuse(agent.row, sent);
  }
  registry.acceptTurn(turn.id, sent.receipt.providerTurn, sent.receipt.confirmedBy);
  registry.setState(agent.row, "running");
  return finish(desk, agent, registry.turn(turn.id), {
    ...options,
    mayAdvance: !options.noYolo,
    named: true,
  });
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
  const taken =
    turn?.acceptedAt === undefined
      ? turn && (await adopted(desk, agent, { turn, call: options }))
      : { kind: "ours" as const, turn };
  const named = options.turnId !== undefined;
  if (taken?.kind === "ours")
    return finish(desk, agent, taken.turn, { ...options, mayAdvance: false, named });
  if (taken?.kind === "unsure") return keeper.keep(agent.row, taken.status, { timedOut: true });
  return settle(desk, agent, { mayAdvance: false, fresh: false, call: options });
}

async function finish(
  desk: Desk,
  agent: LiveAgent,
  turn: TurnRow,
  options: Call & Pick<TurnManner, "mayAdvance" | "named">,
): Promise<TurnResult> {
  const { timeoutMs, signal } = options;
  const { id } = agent.row;
  remember(desk, agent, turn);
  const newest = desk.registry.lastTurn(id)?.id === turn.id;
  const found = await awaitTurn(agent, turn, { ...options, newest, limit: within(timeoutMs, signal) });
  // A prompt may be confirmed before its conversation has a file.
  remember(desk, agent, turn);
  const conversation = agent.conversation(found.status);
  if (conversation !== undefined) desk.registry.setSession(id, conversation);
  const word = turnWord(found);
  if (turn.outcome === undefined && word !== "running") desk.registry.endTurn(turn.id, word);
  const unsure = found.past && found.status.state === "unknown";
  if (!unsure) desk.keeper.record(agent.row, found.status, stateAfter(found));
  return turnResult(desk.registry.agent(id), turn, found, desk.options.redact);
}

/** Where the turn is written down: once the program is in another conversation, its files no longer tell. */
function remember(
  desk: Desk,
  { channel }: LiveAgent,
  { id, providerTurn, transcript: known }: TurnRow,
): void {
  if (!channel || known !== undefined) return;
  const { turns, transcript } = channel.news();
  if (transcript !== undefined && turns.some((turn) => turn.id === providerTurn))
    desk.registry.setTranscript(id, transcript);
}

/** Files lag behind the screen; an idle agent whose files still say nothing never got the prompt. */
const LAG_MS = 3_000;

type Adopted =
  | { readonly kind: "ours"; readonly turn: TurnRow }
  /** The agent is at something else, so that nobody can say yet: nothing may be sent again. */
  | { readonly kind: "unsure"; readonly status: Status };

/** A turn whose sender died between Enter and the receipt, found in the program's own records by its words. */
async function adopted(
  desk: Desk,
  agent: LiveAgent,
  { turn, call }: { readonly turn: TurnRow; readonly call: Call },
): Promise<Adopted | undefined> {
  if (turn.outcome !== undefined || !agent.channel) return undefined;
  const before = turn.baseline.split("\n");
  const limit = within(Math.min(call.timeoutMs, LAG_MS * 10), call.signal);
  const ours = await agent.until(limit, ({ news, state }, watch) => {
    const found = news.turns.findLast(
      ({ id, prompt: words }) => !before.includes(id) && desk.registry.isPromptOf(turn.id, words),
    );
    return found ?? (state !== "busy" && watch.isStill(LAG_MS) ? "none" : undefined);
  });
  if (ours === "none") return undefined;
  if (ours === undefined) return { kind: "unsure", status: await agent.status(call.signal) };
  desk.registry.acceptTurn(turn.id, ours.id, "files");
  return { kind: "ours", turn: desk.registry.turn(turn.id) };
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

/**
 * Some programs put an early interrupted prompt back into the composer. What we typed ourselves, we may take out again. A
 * draft that is folded or scrolled is compared with the prompt as the program's files have it.
 */
async function clearOwnDraft(desk: Desk, agent: LiveAgent, status: Status, lock: Lock): Promise<void> {
  const { draft = "", news } = status;
  const last = desk.registry.lastTurn(agent.row.id);
  if (draft === "" || !last) return;
  const isOurs = (words: string) => desk.registry.isPromptOf(last.id, words);
  const said = news.turns.findLast(({ prompt: words }) => isOurs(words))?.prompt ?? draft;
  if (said === draft ? isOurs(draft) : isEcho(draft, said)) await withdraw(agent, said, lock);
}
