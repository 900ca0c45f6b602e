import { join } from "node:path";
import { bearer, type Client, shellLine } from "./client.ts";

export default {
  name: "gemini",
  title: "Gemini CLI",
  format: "jsonc",
  file: ({ home }) => join(home, ".gemini", "settings.json"),
  servers: "mcpServers",
  stdio: ({ command, args }) => ({ command, args }),
  http: ({ url, token }) => ({ httpUrl: url, headers: { Authorization: bearer(token) } }),
  line: {
    stdio: ({ command, args }) => shellLine("gemini mcp add --scope user termgate", command, ...args),
    http: ({ url, token }) =>
      shellLine(
        "gemini mcp add --scope user --transport http --header",
        `Authorization: ${bearer(token)}`,
        "termgate",
        url,
      ),
  },
  afterwards: "Start a new Gemini CLI session; /mcp shows it.",
} satisfies Client;
