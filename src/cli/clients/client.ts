import type { Format } from "../edit/config.ts";

/** How a client starts us. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where a client finds us when we already run. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

export interface Place {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

type Entry = Readonly<Record<string, unknown>>;

/** One program that speaks MCP: where it keeps its servers and how it writes one down. One file, one default export. */
export interface Client {
  readonly name: string;
  readonly title: string;
  readonly format: Format;
  /** The person's own configuration file. */
  file(place: Place): string;
  /** The key under which servers stand. */
  readonly servers: string;
  stdio(launch: Launch): Entry;
  http(endpoint: Endpoint): Entry;
  /** One line that connects it without us, where it has one: a command, or a link to open. */
  readonly line?: { stdio(launch: Launch): string; http?(endpoint: Endpoint): string };
  /** What the person does afterwards. */
  readonly afterwards: string;
}

/** Every key by which an entry says how to reach a server; the rest of an entry is the person's. */
export const REACHING: ReadonlySet<string> = new Set([
  "type",
  "command",
  "args",
  "url",
  "httpUrl",
  "serverUrl",
  "headers",
  "http_headers",
  "bearer_token_env_var",
]);

export const bearer = (token: string) => `Bearer ${token}`;

/** A command line: the beginning as it stands, then words as a POSIX shell reads them back. */
export function shellLine(beginning: string, ...words: readonly string[]): string {
  const quoted = words.map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
  );
  return [beginning, ...quoted].join(" ");
}

/** Where programs keep their configuration on this system. */
export function configHome({ platform, home, environment }: Place): string {
  if (platform === "darwin") return `${home}/Library/Application Support`;
  if (platform === "win32") return environment["APPDATA"] ?? `${home}/AppData/Roaming`;
  return environment["XDG_CONFIG_HOME"] || `${home}/.config`;
}
