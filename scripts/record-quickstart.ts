// Makes docs/quickstart.svg: the real quickstart in a real pane, pictured by the product itself.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const folder = mkdtempSync(join(tmpdir(), "recording-"));
const socket = join(folder, "tmux");
const client = new Client({ name: "recorder", version: "1" });
try {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["dist/main.js", "--log-level", "error"],
      env: {
        ...process.env,
        TERMGATE_STATE_DIR: join(folder, "state"),
        TERMGATE_SOCKET_PATH: socket,
        TMUX: "",
        TMUX_PANE: "",
      } as Record<string, string>,
    }),
  );
  const call = async (name: string, args: Record<string, unknown>) => {
    const result: any = await client.callTool({ name, arguments: args });
    if (result.isError) throw new Error(result.content[0].text);
    return result;
  };
  const session = await call("create_session", {
    session_name: "recording",
    x: 92,
    y: 33,
    start_directory: process.cwd(),
  });
  const pane = session.structuredContent.active_pane_id as string;
  // A prompt that says nothing about this machine.
  await call("respawn_pane", {
    pane_id: pane,
    shell: "env PS1='$ ' bash --norc --noprofile",
    start_directory: process.cwd(),
  });
  const command = `clear; echo '$ npm run quickstart'; ${process.execPath} scripts/quickstart.mjs --demo-only`;
  await call("run_command", { pane_id: pane, command, timeout: 60 });
  const picture = await call("snapshot_pane", { pane_id: pane, format: "svg" });
  writeFileSync(
    "docs/quickstart.svg",
    picture.content
      .map((part: any) => part.text ?? Buffer.from(part.data, "base64").toString())
      .find((text: string) => text.includes("<svg")),
  );
} finally {
  await client.close();
  spawnSync("tmux", ["-S", socket, "kill-server"], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
}
