import { join } from "node:path";
import { bearer, type Client, configHome, shellLine } from "./client.ts";

export default {
  name: "vscode",
  title: "VS Code",
  format: "jsonc",
  file: (place) => join(configHome(place), "Code", "User", "mcp.json"),
  servers: "servers",
  stdio: ({ command, args }) => ({ type: "stdio", command, args }),
  http: ({ url, token }) => ({ type: "http", url, headers: { Authorization: bearer(token) } }),
  line: {
    stdio: ({ command, args }) =>
      shellLine("code --add-mcp", JSON.stringify({ name: "termgate", command, args })),
    http: ({ url, token }) => {
      const headers = { Authorization: bearer(token) };
      return shellLine("code --add-mcp", JSON.stringify({ name: "termgate", type: "http", url, headers }));
    },
  },
  afterwards: "In VS Code run the command MCP: List Servers and start it.",
} satisfies Client;
