import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import type { Io } from "../../src/cli/io.ts";
import { run } from "../../src/cli/run.ts";

/** A folder that is gone when the test is over. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "termgate-cli-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

interface World {
  readonly home?: string;
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
  readonly signal?: AbortSignal;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** What the person types. */
  readonly types?: string;
  readonly script?: string;
}

export interface Screen {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A person at a terminal of their own, with a home nobody else has. */
export function terminal(world: World = {}) {
  const home = world.home ?? folder();
  const cwd = world.cwd ?? folder();
  const sinks = { out: "", err: "" };
  const sink = (name: "out" | "err") =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          sinks[name] += chunk.toString();
          done();
        },
      }),
      { isTTY: world.isTTY ?? false, columns: world.columns },
    );
  const stdin = Object.assign(new PassThrough(), { isTTY: world.isTTY ?? false });
  if (world.types !== undefined) stdin.end(world.types);
  const io: Io = {
    stdin,
    stdout: sink("out"),
    stderr: sink("err"),
    environment: { PATH: process.env["PATH"], HOME: home, ...world.environment },
    cwd,
    home,
    platform: world.platform ?? "linux",
    program: { node: "/usr/bin/node", script: world.script ?? "/opt/termgate/dist/main.js" },
    signal: world.signal ?? new AbortController().signal,
  };
  return {
    io,
    home,
    cwd,
    seen: sinks,
    type: async (...argv: string[]): Promise<Screen> => {
      sinks.out = sinks.err = "";
      const code = await run(argv, io);
      return { code, ...sinks };
    },
  };
}
