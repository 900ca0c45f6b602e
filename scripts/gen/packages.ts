import manifest from "../../package.json" with { type: "json" };

const REGISTRY_NAME = "io.github.termgate/termgate";
const TITLE = "termgate";
const SHORT = "tmux, a guarded shell and coding agents for AI, with a person holding the keys.";
const AUTHOR = { name: "the termgate authors" };

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** What registries, bundles and plugins want to know, with the version of package.json. */
export function packages(): ReadonlyMap<string, string> {
  return new Map([
    ["server.json", json(registryEntry())],
    ["packaging/mcpb/manifest.json", json(bundle())],
    ["packaging/claude-plugin/.claude-plugin/plugin.json", json(plugin())],
    [
      "packaging/claude-plugin/.mcp.json",
      json({ mcpServers: { termgate: { command: "npx", args: ["-y", `termgate@${manifest.version}`] } } }),
    ],
    [
      ".claude-plugin/marketplace.json",
      json({
        name: TITLE,
        owner: AUTHOR,
        plugins: [
          { name: TITLE, source: "./packaging/claude-plugin", description: SHORT, version: manifest.version },
        ],
      }),
    ],
  ]);
}

function registryEntry() {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: REGISTRY_NAME,
    title: TITLE,
    description: SHORT,
    version: manifest.version,
    packages: [
      {
        registryType: "npm",
        identifier: manifest.name,
        version: manifest.version,
        transport: { type: "stdio" },
        environmentVariables: [
          {
            name: "TERMGATE_SAFETY",
            description: "Highest tier of tools: readonly, mutating or destructive.",
            default: "mutating",
          },
          {
            name: "TERMGATE_PROFILE",
            description: "Which tools are listed: full, core, libtmux, safeshell, botctl.",
            default: "full",
          },
        ],
      },
    ],
  };
}

function bundle() {
  return {
    manifest_version: "0.3",
    name: TITLE,
    display_name: TITLE,
    version: manifest.version,
    description: manifest.description,
    author: AUTHOR,
    license: manifest.license,
    keywords: manifest.keywords,
    server: {
      type: "node",
      entry_point: "dist/main.js",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/dist/main.js"],
        env: { TERMGATE_SAFETY: "${user_config.safety}" },
      },
    },
    tools_generated: true,
    user_config: {
      safety: {
        type: "string",
        title: "Safety tier",
        description: "readonly, mutating or destructive",
        default: "mutating",
        required: false,
      },
    },
    compatibility: { platforms: ["darwin", "linux"], runtimes: { node: manifest.engines.node } },
  };
}

function plugin() {
  return {
    name: TITLE,
    version: manifest.version,
    description: SHORT,
    author: AUTHOR,
    license: manifest.license,
    keywords: manifest.keywords,
  };
}
