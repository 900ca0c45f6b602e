// The SDK alone with one tool that does nothing: what any server built on it costs at the least.
import { createServer } from "node:http";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toNodeHandler } from "@modelcontextprotocol/node";

const tool = { name: "nothing", description: "Does nothing.", inputSchema: { type: "object", properties: {} } };
const build = () => {
  const server = new Server({ name: "bare", version: "0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [tool] }));
  server.setRequestHandler("tools/call", () => ({ content: [{ type: "text", text: "{}" }], structuredContent: {} }));
  return server;
};

if (process.argv[2] === "http") {
  const handler = toNodeHandler(createMcpHandler(build));
  const server = createServer((request, response) => void handler(request, response));
  server.listen(0, "127.0.0.1", () => process.stderr.write(`port ${server.address().port}\n`));
} else serveStdio(build);
