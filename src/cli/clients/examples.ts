import { posix } from "node:path";
import { stringify } from "smol-toml";
import type { Client, Endpoint, Launch } from "./client.ts";
import { CLIENTS } from "./index.ts";

const LAUNCH: Launch = { command: "npx", args: ["-y", "termgate"] };
/** `termgate token` prints what belongs in its place. */
const ENDPOINT: Endpoint = { url: "http://127.0.0.1:8787/mcp", token: "TERMGATE_TOKEN" };

/** A configuration with nothing but us in it, in the client's own format. */
export function snippet({ format, servers }: Client, entry: Readonly<Record<string, unknown>>): string {
  const config = { [servers]: { termgate: entry } };
  return format === "toml" ? `${stringify(config).trimEnd()}\n` : `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Everything in `examples/`, by path below it. */
export function examples(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const client of CLIENTS) {
    const ending = endingOf(client);
    files.set(`${client.name}/stdio.${ending}`, snippet(client, client.stdio(LAUNCH)));
    files.set(`${client.name}/http.${ending}`, snippet(client, client.http(ENDPOINT)));
  }
  return files.set("README.md", readme());
}

function readme(): string {
  return [
    "# Configurations to copy",
    "",
    "`termgate install <client>` writes these for you, beside what is already there. To do it by hand, merge the file",
    "into the client's own. For HTTP, start `termgate http` and put what `termgate token` prints in place of",
    "`TERMGATE_TOKEN`.",
    "",
    ...CLIENTS.flatMap((client) => [
      `## ${client.title}`,
      "",
      `File: \`${shownFile(client)}\` · [stdio](${client.name}/stdio.${endingOf(client)}) · [HTTP](${client.name}/http.${endingOf(client)})`,
      ...(client.line ? ["", "```sh", client.line.stdio(LAUNCH), ...httpLine(client), "```"] : []),
      "",
      client.afterwards,
      "",
    ]),
  ].join("\n");
}

function httpLine({ line }: Client): string[] {
  return line?.http ? [line.http(ENDPOINT)] : [];
}

function shownFile(client: Client): string {
  const linux = client.file({ platform: "linux", home: "~", environment: {} });
  const mac = client.file({ platform: "darwin", home: "~", environment: {} });
  const normal = (path: string) => posix.normalize(path.replaceAll("\\", "/"));
  return linux === mac ? normal(linux) : `${normal(linux)}\` or, on macOS, \`${normal(mac)}`;
}

function endingOf({ format }: Client): string {
  return format === "toml" ? "toml" : "json";
}
