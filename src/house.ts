import type { Agents } from "./agents/agents.ts";
import type { Settings } from "./settings/table.ts";
import type { ShellRoom } from "./shell/room.ts";
import type { Tmux } from "./tmux/tmux.ts";

/** Builds its value at the first call and hands out the same one ever after: a room nobody enters costs nothing. */
export type Lazy<T> = () => Promise<T>;

/** A lazy value that also tells, for closing it, what was built so far. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> & { readonly built: () => Promise<T> | undefined } {
  let value: Promise<T> | undefined;
  return Object.assign(() => (value ??= make()), { built: () => value });
}

/** The rooms a tool may enter. Built once in server.ts; a tool takes what it names. */
export interface House {
  readonly settings: Settings;
  /** The caller's own environment, read once at the edge. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stateDir: string;
  /** Takes secrets out of a text. Every reply passes it anyway; pictures must before they are drawn. */
  readonly redact: (text: string) => string;
  /** Whether a variable of this name holds a secret, whatever its value looks like. */
  readonly isSecretName: (name: string) => boolean;
  /** Every tmux server of this user. */
  readonly tmux: Lazy<Tmux>;
  /** Agent programs kept alive in tmux. */
  readonly agents: Lazy<Agents>;
  /** Where judged commands run. */
  readonly shell: Lazy<ShellRoom>;
}
