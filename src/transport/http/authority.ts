import { isIPv4, isIPv6 } from "node:net";

export interface Authority {
  /** Without brackets. */
  readonly host: string;
  readonly port: number | undefined;
}

/** `host`, `host:port` or `[ipv6]:port` and nothing else: no user, no path, no space. */
export function parseAuthority(text: string): Authority | undefined {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9_.-]+))(?::(\d{1,5}))?$/.exec(text);
  if (!match) return undefined;
  const [, six, name, digits] = match;
  if (six !== undefined && !isIPv6(six)) return undefined;
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && port > 65_535) return undefined;
  return { host: six ?? name ?? "", port };
}

/** Only an address of this machine itself or exactly `localhost`; a name that merely begins like one is foreign. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith("127.");
  if (isIPv6(host)) return new URL(`http://[${host}]`).hostname === "[::1]";
  return host.toLowerCase() === "localhost";
}

/** What a `Host` header may say on a loopback address. */
export function isLoopbackAuthority(text: string): boolean {
  const authority = parseAuthority(text);
  return authority !== undefined && isLoopback(authority.host);
}

/** What an `Origin` header may say anywhere. The `null` of a sandboxed page has no authority. */
export function isLoopbackOrigin(text: string): boolean {
  const [, authority] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]+)$/.exec(text) ?? [];
  return authority !== undefined && isLoopbackAuthority(authority);
}
