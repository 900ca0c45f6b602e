import type { Readable, Writable } from "node:stream";

/** Where text goes. `process.stdout` is one. */
export type Sink = Writable & { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };

/** Everything a command knows about the world it was started in, so that a test can be that world. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** What was started: a client configuration that starts it again needs both. */
  readonly program: { readonly node: string; readonly script: string };
  /** Aborted when nobody reads any more: a command that follows something ends then. */
  readonly signal: AbortSignal;
}

export function print(io: Io, ...lines: readonly string[]): void {
  io.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

export function complain(io: Io, ...lines: readonly string[]): void {
  io.stderr.write(lines.map((line) => `termgate: ${line}\n`).join(""));
}
