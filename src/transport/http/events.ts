import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

const MOST_EVENTS = 512;
const MOST_BYTES = 4 * 1024 * 1024;

interface Stored {
  readonly number: number;
  readonly stream: string;
  readonly json: string;
}

/** What a session sent lately, for a client that reconnects. The oldest goes first: a slow client costs a fixed amount. */
export function createEventStore(): EventStore {
  const stored: Stored[] = [];
  let bytes = 0;
  let last = 0;

  const drop = () => {
    while (stored.length > 1 && (stored.length > MOST_EVENTS || bytes > MOST_BYTES))
      bytes -= stored.shift()?.json.length ?? 0;
  };

  return {
    async storeEvent(stream, message) {
      const json = JSON.stringify(message);
      last += 1;
      stored.push({ number: last, stream, json });
      bytes += json.length;
      drop();
      return `${last}.${stream}`;
    },
    async getStreamIdForEventId(id) {
      return parse(id, last)?.stream;
    },
    async replayEventsAfter(id, { send }) {
      const from = parse(id, last);
      if (!from) throw new Error("The event id is none of this session.");
      // The primer of a stream is an empty object: it marks a place and says nothing. Searched anew each time, because
      // more may be stored while one is sent.
      const after = (place: number) =>
        stored.find(({ number, stream, json }) => stream === from.stream && number > place && json !== "{}");
      for (let event = after(from.number); event; event = after(event.number)) {
        await send(`${event.number}.${event.stream}`, JSON.parse(event.json) as JSONRPCMessage);
      }
      return from.stream;
    },
  };
}

/** Whether the event was one the server sent by itself, not as part of an answer. */
export function isStandalone(id: string | null): boolean {
  return id !== null && id.endsWith("._GET_stream");
}

function parse(id: string, last: number): { number: number; stream: string } | undefined {
  const [, digits, stream] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(id) ?? [];
  const number = Number(digits);
  return stream !== undefined && number <= last ? { number, stream } : undefined;
}
