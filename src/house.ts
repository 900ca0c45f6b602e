import type { Settings } from "./settings/table.ts";

/** Builds its value at the first call and hands out the same one ever after: a room nobody enters costs nothing. */
export type Lazy<T> = () => Promise<T>;

/** The rooms a tool may enter. Built once in server.ts; a tool takes what it names. */
export interface House {
  readonly settings: Settings;
  /** The caller's own environment, read once at the edge. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stateDir: string;
}
