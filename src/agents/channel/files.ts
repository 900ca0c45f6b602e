import { HookEvents, type HookEvent } from "./hook-events.ts";
import { JsonLines, textOf } from "./json-lines.ts";
import { type Channel, type ChannelNews, type ChannelPlace, QUIET, type Turn } from "./turn.ts";

/** What a program wrote down and what our hooks heard, as far as it is there. */
interface Told {
  readonly records: readonly unknown[];
  /** Oldest first. */
  readonly events: readonly HookEvent[];
}

/** How one program's own files are read. */
export interface FileRules {
  /** Where its conversation is written, as far as that is known before a hook tells. */
  transcript(place: ChannelPlace): string | undefined;
  /** Further folders whose changes are news. */
  watch?(place: ChannelPlace): readonly string[];
  turns(told: Told): readonly Turn[];
  read(told: Told & { readonly turns: readonly Turn[]; readonly place: ChannelPlace }): ChannelNews;
}

/** One agent's files, read as they grow. A hook that names the transcript knows best. */
export function openChannel(rules: FileRules, place: ChannelPlace): Channel {
  const hooks = new HookEvents(place.events);
  let transcript: JsonLines | undefined;
  return {
    news() {
      const events = hooks.all();
      const named = events.findLast(({ body }) => textOf(body["transcript_path"]));
      const path = textOf(named?.body["transcript_path"]) ?? transcript?.path ?? rules.transcript(place);
      if (path === undefined) return QUIET;
      if (transcript?.path !== path) transcript = new JsonLines(path);
      const told = { records: transcript.records(), events };
      const turns = rules.turns(told).map((turn) => cutShort(turn, place));
      return rules.read({ ...told, turns, place });
    },
    paths: () => [place.events, ...(rules.watch?.(place) ?? []), ...(transcript ? [transcript.path] : [])],
  };
}

/** A turn that began in an earlier process went down with it, and nobody ever writes its end. */
function cutShort(turn: Turn, { since }: ChannelPlace): Turn {
  const lost = turn.outcome === "running" && turn.startedAt < since;
  return lost ? { ...turn, outcome: "interrupted", text: undefined } : turn;
}
