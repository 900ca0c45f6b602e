import { join } from "node:path";
import { bearer, type Client } from "./client.ts";

const link = (entry: object) =>
  `cursor://anysphere.cursor-deeplink/mcp/install?name=termgate&config=${encodeURIComponent(Buffer.from(JSON.stringify(entry)).toString("base64"))}`;

export default {
  name: "cursor",
  title: "Cursor",
  format: "jsonc",
  file: ({ home }) => join(home, ".cursor", "mcp.json"),
  servers: "mcpServers",
  stdio: ({ command, args }) => ({ command, args }),
  http: ({ url, token }) => ({ url, headers: { Authorization: bearer(token) } }),
  line: { stdio: ({ command, args }) => link({ command, args }) },
  afterwards: "Cursor asks to enable it under Settings, MCP.",
} satisfies Client;
