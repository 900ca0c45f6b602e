import { join } from "node:path";
import { bearer, type Client } from "./client.ts";

export default {
  name: "windsurf",
  title: "Windsurf",
  format: "jsonc",
  file: ({ home }) => join(home, ".codeium", "windsurf", "mcp_config.json"),
  servers: "mcpServers",
  stdio: ({ command, args }) => ({ command, args }),
  http: ({ url, token }) => ({ serverUrl: url, headers: { Authorization: bearer(token) } }),
  afterwards: "Press refresh in Windsurf's MCP panel.",
} satisfies Client;
