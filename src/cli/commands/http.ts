import { once } from "node:events";
import type { Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { complain } from "../io.ts";
import { announce, prepare } from "../serving.ts";
import { stopping } from "../stopping.ts";

export default {
  name: "http",
  summary: "serve MCP over HTTP on this machine, behind a token",
  usage: "[--bind <host:port>] [--stateless] [settings]",
  examples: [
    ["termgate http", "listen on 127.0.0.1:8787; clients need what `termgate token` prints"],
    ["termgate http --bind 127.0.0.1:9000", "another port"],
    ["termgate http --stateless", "POST only: no sessions, no streams"],
    ["termgate http --no-auth", "without the token; possible on a loopback address only"],
    [
      "termgate http --bind 0.0.0.0:8787 --allow-non-loopback",
      "let other machines in; always with the token",
    ],
    ["termgate install cursor --http", "connect a client to it"],
  ],
  options: {
    conformance: { doc: "Add what the protocol's conformance suite looks for.", hidden: true },
  },
  words: [0, 0],

  async run(io, args) {
    const serving = await prepare(io, args);
    const { settings, stateDir, log } = serving;
    const extend = args.options["conformance"] ? await fixtures(settings.http.bind) : undefined;
    const [{ build }, { serveHttp }, { Tokens }] = await Promise.all([
      import("../../server.ts"),
      import("../../transport/http.ts"),
      import("../../store/tokens.ts"),
    ]);
    const tokens = new Tokens(stateDir);
    if (settings.http.auth) tokens.main();
    using stop = stopping();
    const house = build({
      settings,
      stateDir,
      environment: io.environment,
      home: io.home,
      ...(extend && { extend }),
      log: (level, message) => log[level](message),
    });
    try {
      const door = await serveHttp(house.factory, {
        settings: settings.http,
        ...house.changes,
        verifyToken: (presented) => tokens.verify(presented),
        // Not by the log: whoever started it must see this at any level.
        say: (_level, line) => complain(io, line),
        onError: (error) => log.error("The door reported an error.", { error: error.name }),
      });
      announce(serving, "HTTP");
      const over = AbortSignal.any([stop.signal, io.signal]);
      if (!over.aborted) await once(over, "abort");
      await door.close();
    } finally {
      await house.close(stop.extend);
    }
    return EXIT.ok;
  },
} satisfies Command;

/** What answers anybody anything stays on this machine, whatever else is allowed. */
async function fixtures(bind: string) {
  const { isLoopback, parseAuthority } = await import("../../transport/http/authority.ts");
  if (!isLoopback(parseAuthority(bind)?.host ?? ""))
    throw new Stop(EXIT.usage, "--conformance works on a loopback address only.");
  const { extend } = await import("../../fixtures/conformance.ts");
  return extend;
}
