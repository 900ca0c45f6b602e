import { InMemoryServerEventBus, type Server, type ServerEventBus } from "@modelcontextprotocol/server";
import type { House } from "../house.ts";
import type { Lookup } from "./lookup.ts";

/** Where changes are told, once, for every connection of either era. */
export interface Changes {
  readonly bus: ServerEventBus;
  /** Tells of changes to these resources until the signal. Those nobody can watch stay silent. */
  readonly watch: (uris: readonly string[], signal: AbortSignal) => void;
}

export function createChanges(find: Lookup, house: House): Changes {
  const bus = new InMemoryServerEventBus();
  const watched = new Map<string, { listeners: number; readonly ended: AbortController }>();

  const begin = (uri: string) => {
    const ended = new AbortController();
    const found = find(uri);
    const changed = () => bus.publish({ kind: "resource_updated", uri });
    void found?.resource.watch?.(found.variables, { house, signal: ended.signal }, changed).then(
      (end) => {
        if (ended.signal.aborted) end();
        else ended.signal.addEventListener("abort", end, { once: true });
      },
      // A thing that cannot be watched changes for nobody; reading it tells why.
      () => {},
    );
    const entry = { listeners: 0, ended };
    watched.set(uri, entry);
    return entry;
  };

  return {
    bus,
    watch(uris, signal) {
      if (signal.aborted) return;
      for (const uri of new Set(uris)) {
        const entry = watched.get(uri) ?? begin(uri);
        entry.listeners += 1;
        signal.addEventListener("abort", () => {
          entry.listeners -= 1;
          if (entry.listeners > 0) return;
          watched.delete(uri);
          entry.ended.abort();
        });
      }
    },
  };
}

/** Passes changes on to a connection that lasts. What a client has not asked for, the protocol layer leaves out. */
export function relay(server: Server, { bus }: Changes, { modern }: { readonly modern: boolean }): void {
  const end = bus.subscribe((event) => {
    void tell().catch(() => {});

    async function tell(): Promise<void> {
      switch (event.kind) {
        case "tools_list_changed":
          return server.sendToolListChanged();
        case "prompts_list_changed":
          return server.sendPromptListChanged();
        case "resources_list_changed":
          return server.sendResourceListChanged();
        case "resource_updated":
          // An older connection watches for itself what it subscribed to.
          if (modern) await server.sendResourceUpdated({ uri: event.uri });
      }
    }
  });
  const previous = server.onclose;
  server.onclose = () => {
    end();
    previous?.();
  };
}
