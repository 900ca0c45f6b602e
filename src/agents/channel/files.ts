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
  /** The conversation it is in now, where a person at its keyboard can go to another. */
  session?(told: Pick<Told, "events"> & { readonly place: ChannelPlace }): string | undefined;
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
  let of: string | undefined;
  return {
    news() {
      const events = hooks.all();
      const sessionId = rules.session?.({ events, place }) ?? place.sessionId;
      const here = { ...place, sessionId };
      const named = events.findLast(
        ({ body }) => textOf(body["transcript_path"]) && (!rules.session || body["session_id"] === sessionId),
      );
      const known = of === sessionId ? transcript?.path : undefined;
      const path = textOf(named?.body["transcript_path"]) ?? known ?? rules.transcript(here);
      if (path === undefined) return QUIET;
      if (transcript?.path !== path) transcript = new JsonLines(path);
      of = sessionId;
      const told = { records: transcript.records(), events };
      const turns = rules.turns(told).map((turn) => cutShort(turn, place));
      return { ...rules.read({ ...told, turns, place: here }), transcript: path };
    },
    turnsIn: (path) => rules.turns({ records: new JsonLines(path).records(), events: hooks.all() }),
    paths: () => [place.events, ...(rules.watch?.(place) ?? []), ...(transcript ? [transcript.path] : [])],
  };
}

/** A turn that began in an earlier process went down with it, and nobody ever writes its end. */
function cutShort(turn: Turn, { since }: ChannelPlace): Turn {
  const lost = turn.outcome === "running" && turn.startedAt < since;
  return lost ? { ...turn, outcome: "interrupted", text: undefined } : turn;
}
