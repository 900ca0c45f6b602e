import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { onPath } from "../../os/on-path.ts";
import { type Described, openingAnswers } from "../../protocol/opening.ts";
import type { Settings } from "../../settings/table.ts";
import { OpeningTransport } from "../../transport/opening.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit.ts";
import { complain, type Io } from "../io.ts";
import { announce, prepare } from "../serving.ts";
import { stopping } from "../stopping.ts";

export default {
  name: "stdio",
  summary: "serve MCP on stdin and stdout; what a bare `termgate` does",
  usage: "[settings]",
  examples: [
    ["termgate", "what a client starts"],
    ["termgate --safety readonly", "agents may look, not touch"],
    ["termgate --profile core", "fewer tools for small contexts"],
    ["termgate --profile libtmux", "stand in for libtmux-mcp: its tool names and LIBTMUX_* variables"],
  ],
  options: {},
  words: [0, 0],

  async run(io, args) {
    const serving = await prepare(io, args);
    const { settings, stateDir, log } = serving;
    if (io.stdin.isTTY)
      complain(
        io,
        "this speaks MCP to a client on stdin. Connect one: termgate install claude-code · Help: termgate --help",
      );
    using stop = stopping();
    io.stdin.once("end", stop.begin);
    io.stdout.once("error", stop.begin);
    const wire = openWire(io, settings);
    announce(serving, "stdio");
    await wire.needed;
    const [{ build }, { serveStdio }] = await Promise.all([
      import("../../server.ts"),
      import("../../transport/stdio.ts"),
    ]);
    const house = build({
      settings,
      stateDir,
      environment: io.environment,
      home: io.home,
      log: (level, message) => log[level](message),
    });
    await serveStdio(house.factory, wire, {
      signal: stop.signal,
      watch: house.changes.watch,
      onError: (error) => log.error("The connection reported an error.", { error: error.name }),
    });
    await house.close(stop.extend);
    return EXIT.ok;
  },
} satisfies Command;

/** Answers the first questions from what the build wrote down; run from source, it leaves them all to the program. */
function openWire(io: Io, settings: Settings): OpeningTransport {
  const { environment } = io;
  const installed = (program: string) => onPath(program, environment["PATH"]) !== undefined;
  const described = readDescribed();
  const answers = described
    ? openingAnswers({ settings, environment, described, installed })
    : () => undefined;
  return new OpeningTransport(io.stdin as Readable, io.stdout as Writable, answers);
}

function readDescribed(): Described[] | undefined {
  try {
    // The bundle keeps this file in dist/chunks, and the list one folder up.
    return JSON.parse(readFileSync(new URL("../tools.json", import.meta.url), "utf8")) as Described[];
  } catch {
    return undefined;
  }
}
