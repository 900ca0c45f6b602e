// Lists and calls tools with the official inspector, over both doors and in both eras, as a stranger's client would.
import { join } from "node:path";
import { capture, install, startHttp } from "./on-demand.mjs";

const inspector = join(
  install("@modelcontextprotocol/inspector", "2.12.0"),
  "clients",
  "launcher",
  "build",
  "index.js",
);
const TOOL = "list_protected_paths";
let failed = 0;

const server = await startHttp();
try {
  const { code, text: token } = await capture(process.execPath, ["dist/main.js", "token"], {
    env: server.env,
  });
  if (code !== 0) throw new Error(token);
  const doors = {
    stdio: [process.execPath, "dist/main.js"],
    http: [server.url, "--transport", "http", "--header", `Authorization: Bearer ${token.trim()}`],
  };
  for (const [door, target] of Object.entries(doors)) {
    for (const era of ["legacy", "modern"]) {
      const how = [...target, "--protocol-era", era];
      await check(`${door} ${era} tools/list`, [...how, "--method", "tools/list", "--strict"], TOOL);
      await check(
        `${door} ${era} tools/call`,
        [...how, "--method", "tools/call", "--tool-name", TOOL],
        "content",
      );
    }
  }
} finally {
  await server.stop();
}
process.exit(failed === 0 ? 0 : 1);

async function check(title, argv, expected) {
  const { code, text } = await capture(process.execPath, [inspector, "--cli", ...argv], { env: server.env });
  const ok = code === 0 && text.includes(expected);
  if (!ok) console.error(text.slice(-2_000));
  if (!ok) failed += 1;
  console.error(`inspector ${title}: ${ok ? "passed" : `FAILED (exit ${code})`}`);
}
