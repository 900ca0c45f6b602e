import { join } from "node:path";
import { bearer, type Client, configHome } from "./client.ts";

export default {
  name: "claude-desktop",
  title: "Claude Desktop",
  format: "jsonc",
  file: (place) => join(configHome(place), "Claude", "claude_desktop_config.json"),
  servers: "mcpServers",
  stdio: ({ command, args }) => ({ command, args }),
  // Its file knows programs only, so a small bridge speaks HTTP. The header's value goes by a variable because some
  // systems split arguments at spaces.
  http: ({ url, token }) => ({
    command: "npx",
    args: ["-y", "mcp-remote", url, "--header", "Authorization:${TERMGATE_BEARER}"],
    env: { TERMGATE_BEARER: bearer(token) },
  }),
  afterwards: "Quit Claude Desktop and open it again.",
} satisfies Client;
