import { HookEvents, type HookEvent } from "./hook-events.ts";
import { JsonLines, textOf } from "./json-lines.ts";
import { type Channel, type ChannelNews, type ChannelPlace, QUIET } from "./turn.ts";

/** What a program wrote down and what our hooks heard, as far as it is there. */
interface Told {
  readonly records: readonly unknown[];
  /** Oldest first. */
  readonly events: readonly HookEvent[];
  readonly place: ChannelPlace;
}

/** How one program's own files are read. */
export interface FileRules {
  /** Where its conversation is written, as far as that is known before a hook tells. */
  transcript(place: ChannelPlace): string | undefined;
  /** Further folders whose changes are news. */
  watch?(place: ChannelPlace): readonly string[];
  read(told: Told): ChannelNews;
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
      return rules.read({ records: transcript.records(), events, place });
    },
    paths: () => [place.events, ...(rules.watch?.(place) ?? []), ...(transcript ? [transcript.path] : [])],
  };
}
