import { ToolError } from "../../errors.ts";
import type { WaitForTextResult, WaitOutcome } from "../models.ts";
import { matcher, type Matches } from "../pattern.ts";
import type { Server } from "../server.ts";
import { aborted, within } from "../within.ts";
import { enter, type Entry, entryLimit, onDeath, panePast } from "./entry.ts";
import { Listener } from "./listen.ts";

export interface WaitForTextOptions {
  /** What to wait for; null waits for any output at all. */
  readonly patterns?: readonly string[] | null | undefined;
  /** What ends the wait without success. */
  readonly stop?: readonly string[] | null | undefined;
  readonly regex?: boolean | undefined;
  readonly matchCase?: boolean | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Hit {
  readonly index: number;
  readonly line: string;
}

/** What is printed in one go may arrive in pieces; a stop in the next piece still counts as having come together. */
const TOGETHER_MS = 50;
const MOST_LINES = 20;
const MOST_BYTES = 2_000;

/** Waits for text that is printed from now on. tmux is asked once at the start and then only listened to. */
export async function waitForText(
  server: Server,
  paneId: string,
  options: WaitForTextOptions,
): Promise<WaitForTextResult> {
  const started = performance.now();
  const patterns = compiled(options.patterns, options);
  const stops = compiled(options.stop, options) ?? [];
  if (patterns?.length === 0)
    throw new ToolError("ExpectedToolError", "The list of patterns is empty.", {
      suggestion: "Name what to wait for, or pass null to wait for any output.",
    });
  const wait = new TextWait(patterns, stops);
  const limit = within(options.timeoutMs, options.signal);
  const unlisten = server.onTyped({
    typed: (pane, text) => pane === paneId && wait.listener.typed(text),
    disguised: (pane, disguise) => pane === paneId && wait.listener.disguised(disguise),
  });
  let entry: Entry | undefined;
  try {
    entry = await enter(server, paneId, wait, entryLimit(limit));
    wait.begin(entry);
    const outcome = await wait.outcome(Math.max(0, limit.deadline - performance.now()), options.signal);
    return result(wait, entry, { outcome, started, timeoutMs: options.timeoutMs });
  } finally {
    unlisten();
    wait.end();
    entry?.watched.leave();
  }
}

class TextWait {
  readonly listener: Listener;
  readonly #patterns: readonly Matches[] | null;
  readonly #stops: readonly Matches[];
  readonly #done = Promise.withResolvers<WaitOutcome>();
  readonly #early: Buffer[] = [];
  #entry: Entry | undefined;
  #stopDeathWatch: () => void = () => {};
  #judging = false;
  #patience: NodeJS.Timeout | undefined;
  matched: Hit | undefined;
  stopped: Hit | undefined;
  atEntry = false;

  constructor(patterns: readonly Matches[] | null, stops: readonly Matches[]) {
    this.#patterns = patterns;
    this.#stops = stops;
    this.listener = new Listener((line, stale) => this.#hear(line, stale));
    this.#done.promise.catch(() => {});
  }

  begin(entry: Entry): void {
    this.#entry = entry;
    this.listener.begin(entry);
    // Blanks at the end are known of the cursor's row alone, which is where a prompt stands.
    const prompt = (entry.screen[entry.cursorY] ?? "").padEnd(entry.cursorX);
    this.atEntry = [...entry.screen, prompt].some((row) => first(this.#patterns ?? [], row) !== undefined);
    this.#stopDeathWatch = onDeath(entry.pid, () => this.gone("its program ended."));
    for (const bytes of this.#early.splice(0)) this.output(bytes);
  }

  /** Output that came before this is on the screen the entry question brought. */
  mark(): void {
    this.#early.length = 0;
  }

  output(bytes: Buffer): void {
    if (!this.#entry) return void this.#early.push(bytes);
    this.listener.output(bytes);
    this.#weigh();
  }

  /** All that arrived together is weighed together, so that a stop beats a pattern beside it. */
  #weigh(): void {
    if (this.#judging) return;
    this.#judging = true;
    setImmediate(() => this.#judge());
  }

  gone(why: string): void {
    // What it printed last may still be on its way.
    setImmediate(() => {
      if (this.stopped || this.#good) this.#done.resolve(this.#verdict());
      this.#done.reject(panePast(this.#entry?.paneId ?? "the pane", why));
    });
  }

  end(): void {
    clearTimeout(this.#patience);
    this.listener.end();
    this.#stopDeathWatch();
  }

  outcome(timeoutMs: number, signal: AbortSignal | undefined): Promise<WaitOutcome> {
    const timer = setTimeout(() => this.#done.resolve(this.#verdict()), timeoutMs);
    const abort = () => this.#done.reject(aborted(signal as AbortSignal));
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    return this.#done.promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
  }

  #hear(line: string, stale: string | undefined): void {
    this.stopped ??= fresh(this.#stops, line, stale);
    this.matched ??= fresh(this.#patterns ?? [], line, stale);
    this.#weigh();
  }

  #judge(): void {
    this.#judging = false;
    if (this.stopped) this.#done.resolve("stopped");
    else if (this.#good && this.#stops.length === 0) this.#done.resolve(this.#good);
    else if (this.#good)
      this.#patience ??= setTimeout(() => this.#done.resolve(this.#verdict()), TOGETHER_MS);
  }

  /** What has come so far, if it is what was waited for. */
  get #good(): "matched" | "any_output" | undefined {
    if (this.matched) return "matched";
    return this.#patterns === null && this.listener.sawOutput ? "any_output" : undefined;
  }

  #verdict(): WaitOutcome {
    if (this.stopped) return "stopped";
    return this.#good ?? (this.listener.sawAlternate ? "alternate_screen" : "timeout");
  }
}

/** On the row where the wait began, what its older part matches already must match again in what was added. */
function fresh(patterns: readonly Matches[], line: string, stale: string | undefined): Hit | undefined {
  if (stale === undefined || !line.startsWith(stale.trimEnd())) return first(patterns, line);
  const added = line.slice(stale.trimEnd().length);
  const index = patterns.findIndex((matches) => matches(line) && (!matches(stale) || matches(added)));
  return index < 0 ? undefined : { index, line };
}

function first(patterns: readonly Matches[], line: string): Hit | undefined {
  const index = patterns.findIndex((matches) => matches(line));
  return index < 0 ? undefined : { index, line };
}

function compiled(
  patterns: readonly string[] | null | undefined,
  options: WaitForTextOptions,
): readonly Matches[] | null {
  return patterns?.map((pattern) => matcher(pattern, options)) ?? null;
}

function result(
  wait: TextWait,
  entry: Entry,
  {
    outcome,
    started,
    timeoutMs,
  }: { readonly outcome: WaitOutcome; readonly started: number; readonly timeoutMs: number },
): WaitForTextResult {
  const hit = outcome === "stopped" ? wait.stopped : outcome === "matched" ? wait.matched : undefined;
  return {
    found: outcome === "matched" || outcome === "any_output",
    outcome,
    matched_index: hit?.index ?? null,
    matched_lines: hit ? capped([hit.line.trimEnd()]) : [],
    tail: capped(wait.listener.lines),
    saw_new_output: wait.listener.sawOutput,
    matched_at_entry: wait.atEntry && outcome !== "matched",
    alternate_screen: wait.listener.sawAlternate,
    pane_id: entry.paneId,
    elapsed_seconds: Math.round(performance.now() - started) / 1_000,
    effective_timeout: timeoutMs / 1_000,
  };
}

/** The last lines, within both caps; a single long line keeps its end. */
function capped(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(-MOST_LINES).toReversed()) {
    const size = Buffer.byteLength(line) + 1;
    if (bytes + size > MOST_BYTES && kept.length > 0) break;
    kept.unshift(
      size > MOST_BYTES
        ? Buffer.from(line)
            .subarray(-MOST_BYTES)
            .toString()
            .replace(/^\uFFFD+/, "")
        : line,
    );
    bytes += size;
  }
  return kept;
}
