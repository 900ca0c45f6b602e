import type { House } from "../house.ts";

type Variables = Readonly<Record<string, string>>;

export interface ResourceContext {
  readonly house: House;
  readonly signal: AbortSignal;
}

/** What a failure is called when an address names nothing that is there. */
export const NOT_THERE = "ResourceNotFound";

/** Something a client can read by address, such as `tmux://panes/{pane_id}/content`. */
export interface Resource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** RFC 6570; every variable of the path is required, those of the query are not. */
  readonly uriTemplate: string;
  readonly mimeType: string;
  /** Nothing when there is no such thing; the client is then told so in the protocol's own way. */
  read(variables: Variables, context: ResourceContext): Promise<string | undefined>;
  /** Values a variable can have, for a client that completes what a person types. */
  readonly complete?: Readonly<
    Record<string, (context: ResourceContext, given: Variables) => Promise<readonly string[]>>
  >;
  /** Calls `changed` whenever a new read would give something else, until the returned function is called. */
  watch?(variables: Variables, context: ResourceContext, changed: () => void): Promise<() => void>;
}
