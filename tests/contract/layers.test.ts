import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

/** Who may import whom, from the roof down. A room may always import itself, `errors`, and Node's own modules. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  main: ["cli"],
  cli: [
    "server",
    "transport",
    "protocol",
    "tools",
    "settings",
    "store",
    "os",
    "tmux",
    "shell",
    "policy",
    "approvals",
    "agents",
    "redact",
    "house",
    "version",
    "fixtures",
    "smol-toml",
  ],
  fixtures: [
    "protocol",
    "tools",
    "server",
    "house",
    "prompts",
    "resources",
    "@modelcontextprotocol/server",
    "zod",
  ],
  guard: ["house", "middleware", "tools", "settings", "shell", "policy", "approvals", "redact", "version"],
  server: [
    "guard",
    "house",
    "middleware",
    "protocol",
    "tools",
    "prompts",
    "resources",
    "settings",
    "store",
    "tmux",
    "shell",
    "policy",
    "approvals",
    "agents",
    "redact",
    "os",
    "version",
  ],
  transport: [
    "protocol",
    "tools",
    "store",
    "settings",
    "@modelcontextprotocol/server",
    "@modelcontextprotocol/server/stdio",
  ],
  protocol: [
    "house",
    "version",
    "tools",
    "prompts",
    "resources",
    "settings",
    "@modelcontextprotocol/server",
    "zod",
  ],
  middleware: ["tools", "policy", "approvals", "shell", "store", "redact", "settings", "zod"],
  prompts: ["house"],
  resources: ["house", "tmux"],
  tools: ["house", "tmux", "picture", "shell", "policy", "approvals", "agents", "os", "zod"],
  house: ["settings", "tmux", "shell", "approvals", "agents"],
  agents: ["tmux", "store", "os", "settings", "redact"],
  approvals: ["tools", "policy", "store", "shell", "redact", "os"],
  shell: ["os", "policy", "redact", "settings"],
  tmux: ["os", "@xterm/headless", "re2js"],
  picture: ["tmux", "@xterm/headless", "@resvg/resvg-wasm"],
  policy: ["unbash"],
  redact: [],
  store: ["os", "settings", "tools"],
  settings: ["tools", "smol-toml"],
  os: [],
  errors: [],
  version: [],
};

const room = (path: string) => path.replace(/\.ts$/, "").split("/")[0] ?? "";

test("imports go down the house, never up", () => {
  const trespasses = globSync("**/*.ts", { cwd: SRC }).flatMap((path) =>
    imports(path)
      .filter((target) => ![room(path), "errors", ...(MAY_IMPORT[room(path)] ?? [])].includes(target))
      .map((target) => `${path} may not import ${target}`),
  );

  expect(trespasses).toEqual([]);
});

test("only the protocol and the doors speak MCP", () => {
  const speakers = globSync("**/*.ts", { cwd: SRC }).filter((path) =>
    imports(path).some((name) => name.startsWith("@modelcontextprotocol/")),
  );

  expect([...new Set(speakers.map(room))].toSorted()).toEqual(
    ["fixtures", "protocol", "transport"].filter((name) => speakers.some((path) => room(path) === name)),
  );
});

/** Every form of import: from, bare, dynamic and in types. */
function imports(path: string): string[] {
  const source = readFileSync(join(SRC, path), "utf8");
  const forms = [
    /^(?:import|export)\s[^;]*?from "([^"]+)";/gm,
    /^import "([^"]+)";/gm,
    /\bimport\("([^"]+)"\)/g,
  ];
  return forms
    .flatMap((form) => [...source.matchAll(form)].map(([, name = ""]) => name))
    .filter((name) => !name.startsWith("node:"))
    .map((name) => (name.startsWith(".") ? room(normalize(join(dirname(path), name))) : name));
}
