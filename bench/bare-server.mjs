// The SDK alone with one small tool: what any server built on it costs at the least. Its answer has the size of ours.
import { createServer } from "node:http";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toNodeHandler } from "@modelcontextprotocol/node";

const tool = {
  name: "get_system_path",
  description: "PATH.",
  inputSchema: { type: "object", properties: {} },
};
const separator = ":";
const answer = () => ({
  path_entries: (process.env.PATH ?? "").split(separator),
  separator,
  os: "linux",
  arch: "x86_64",
});
const build = () => {
  const server = new Server({ name: "bare", version: "0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [tool] }));
  server.setRequestHandler("tools/call", () => {
    const structuredContent = answer();
    return {
      content: [{ type: "text", text: JSON.stringify(structuredContent, undefined, 2) }],
      structuredContent,
      isError: false,
    };
  });
  return server;
};

if (process.argv[2] === "http") {
  const handler = toNodeHandler(createMcpHandler(build));
  const server = createServer((request, response) => void handler(request, response));
  server.listen(0, "127.0.0.1", () => process.stderr.write(`port ${server.address().port}\n`));
} else serveStdio(build);
