import { join } from "node:path";
import { bearer, type Client, shellLine } from "./client.ts";

export default {
  name: "codex",
  title: "Codex CLI",
  format: "toml",
  file: ({ home, environment }) => join(environment["CODEX_HOME"] || join(home, ".codex"), "config.toml"),
  servers: "mcp_servers",
  stdio: ({ command, args }) => ({ command, args }),
  http: ({ url, token }) => ({ url, http_headers: { Authorization: bearer(token) } }),
  line: { stdio: ({ command, args }) => shellLine("codex mcp add termgate --", command, ...args) },
  afterwards: "Start a new Codex session; /mcp shows it.",
} satisfies Client;
