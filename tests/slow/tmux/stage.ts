import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { build } from "../../../src/server.ts";
import { readSettings } from "../../../src/settings/read.ts";
import type { Settings } from "../../../src/settings/table.ts";

interface Answer {
  readonly isError: boolean;
  /** The word a program branches on, when the call failed. */
  readonly failure: string | undefined;
  readonly text: string;
  readonly output: any;
}

/** One termgate, spoken to through the protocol. */
export interface Gate {
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

/** A folder with tmux servers of its own and any number of termgates on them. Works outside the test runner too. */
export interface Stage extends AsyncDisposable {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  gate(settings?: Partial<Settings["tmux"]>): Promise<Gate>;
  /** The tmux program on the server `main`, as a person would run it. */
  tmux(...args: string[]): string;
  tmuxOn(socket: string, ...args: string[]): string;
  /** The process of a server. */
  pid(socket?: string): number;
}

export function openStage(): Stage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tg-soak-")));
  const run = process.env["TERMGATE_TEST_RUN"];
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    TERM: "xterm-256color",
    TMUX_TMPDIR: folder,
    ...(run !== undefined && { TERMGATE_TEST_RUN: run }),
  };
  const gates = new Set<Gate>();
  const sockets = new Set(["main"]);
  const tmuxOn = (socket: string, ...args: string[]) => {
    sockets.add(socket);
    return execFileSync("tmux", ["-u", "-f", "/dev/null", "-L", socket, ...args], {
      env: environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 20_000,
    }).trimEnd();
  };
  return {
    folder,
    environment,
    tmuxOn,
    tmux: (...args) => tmuxOn("main", ...args),
    pid: (socket = "main") => Number(tmuxOn(socket, "display-message", "-p", "#{pid}")),
    async gate(settings = {}) {
      const gate = await openGate(folder, environment, settings);
      gates.add(gate);
      return gate;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...gates].map((gate) => gate.close()));
      for (const socket of sockets) {
        try {
          tmuxOn(socket, "kill-server");
        } catch {
          // No server was left there.
        }
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openGate(
  folder: string,
  environment: Readonly<Record<string, string>>,
  tmux: Partial<Settings["tmux"]>,
): Promise<Gate> {
  const { settings } = await readSettings({ flags: {}, environment: {}, cwd: "/", home: "/nonexistent" });
  const stateDir = mkdtempSync(join(folder, "state-"));
  const server = build({
    settings: {
      ...settings,
      house: { ...settings.house, profile: "libtmux", safety: "destructive", responseLimit: 100_000_000 },
      tmux: { ...settings.tmux, socket: "main", configFile: "/dev/null", ...tmux },
    },
    environment,
    stateDir,
    home: stateDir,
    log: () => {},
  });
  const client = new Client({ name: "soak", version: "1.0.0" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.factory({ era: "legacy" }).connect(theirs as never);
  await client.connect(ours);
  let closing: Promise<void> | undefined;
  return {
    async call(name, args = {}) {
      const result: any = await client.callTool({ name, arguments: args }, { timeout: 600_000 });
      return {
        isError: result.isError === true,
        failure: result._meta?.error_type,
        text: (result.content ?? []).map((part: any) => part.text ?? "").join("\n"),
        output: result.structuredContent,
      };
    },
    close: () => (closing ??= client.close().then(() => server.close())),
  };
}
