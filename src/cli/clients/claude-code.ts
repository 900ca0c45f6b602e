import { join } from "node:path";
import { bearer, type Client, shellLine } from "./client.ts";

export default {
  name: "claude-code",
  title: "Claude Code",
  format: "jsonc",
  file: ({ home, environment }) => join(environment["CLAUDE_CONFIG_DIR"] || home, ".claude.json"),
  servers: "mcpServers",
  stdio: ({ command, args }) => ({ type: "stdio", command, args }),
  http: ({ url, token }) => ({ type: "http", url, headers: { Authorization: bearer(token) } }),
  line: {
    stdio: ({ command, args }) => shellLine("claude mcp add --scope user termgate --", command, ...args),
    http: ({ url, token }) =>
      shellLine(
        "claude mcp add --scope user --transport http termgate",
        url,
        "--header",
        `Authorization: ${bearer(token)}`,
      ),
  },
  afterwards: "Start a new Claude Code session; /mcp shows it.",
} satisfies Client;
