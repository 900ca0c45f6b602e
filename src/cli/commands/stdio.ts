import type { Command } from "../command.ts";
import { EXIT } from "../exit.ts";
import { complain } from "../io.ts";
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
    const [{ build }, { serveStdio }] = await Promise.all([
      import("../../server.ts"),
      import("../../transport/stdio.ts"),
    ]);
    using stop = stopping();
    io.stdin.once("end", stop.begin);
    io.stdout.once("error", stop.begin);
    const house = build({
      settings,
      stateDir,
      environment: io.environment,
      home: io.home,
      log: (level, message) => log[level](message),
    });
    announce(serving, "stdio");
    await serveStdio(house.factory, {
      stdin: io.stdin,
      stdout: io.stdout,
      signal: stop.signal,
      watch: house.changes.watch,
      onError: (error) => log.error("The connection reported an error.", { error: error.name }),
    });
    await house.close();
    return EXIT.ok;
  },
} satisfies Command;
