import { describe } from "vitest";
import { isLoopbackAuthority, isLoopbackOrigin, parseAuthority } from "../../src/transport/http/authority.ts";
import { expect, MAIN, raw, statusOf, test } from "./door.ts";

const OURS = [
  "127.0.0.1",
  "127.0.0.1:8787",
  "127.8.9.1:1",
  "localhost",
  "LocalHost:80",
  "[::1]",
  "[::1]:8787",
];
const FOREIGN = [
  "evil.com",
  "127.0.0.1.evil.com",
  "127.evil.com",
  "127.0.0.1@evil.com",
  "evil.com@127.0.0.1",
  "localhost.",
  "localhost.evil.com",
  "0.0.0.0",
  "[::]",
  "[::1]evil.com",
  "[::1]:x",
  "[::1",
  "::1",
  "127.0.0.1:x",
  "127.0.0.1:99999",
  "127.0.0.1:",
  "127.1",
  "2130706433",
  "0x7f000001",
  "[::ffff:127.0.0.1]",
  "127.0.0.1, evil.com",
  "127.0.0.1/",
  "",
];

describe("an authority", () => {
  test.for(OURS)("%s is this machine", (authority) => {
    expect(isLoopbackAuthority(authority)).toBe(true);
    expect(isLoopbackOrigin(`http://${authority}`)).toBe(true);
  });

  test.for(FOREIGN)("%s is foreign", (authority) => {
    expect(isLoopbackAuthority(authority)).toBe(false);
    expect(isLoopbackOrigin(`http://${authority}`)).toBe(false);
  });

  test.for([
    "null",
    "http://",
    "//127.0.0.1",
    "127.0.0.1",
    "http://127.0.0.1/path",
    "http://127.0.0.1?x",
    "http:127.0.0.1",
  ])("%s is no origin of this machine", (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(false);
  });

  test("keeps host and port apart", () => {
    expect(parseAuthority("[::1]:80")).toEqual({ host: "::1", port: 80 });
    expect(parseAuthority("name")).toEqual({ host: "name", port: undefined });
  });
});

const METHODS = ["GET", "POST", "DELETE", "OPTIONS", "PUT", "HEAD"];
const PATHS = ["/mcp", "/", "/other"];

function request(method: string, path: string, headers: readonly string[]): string {
  const all = [
    `${method} ${path} HTTP/1.1`,
    ...headers,
    `Authorization: Bearer ${MAIN}`,
    "Content-Length: 0",
  ];
  return `${all.join("\r\n")}\r\n\r\n`;
}

describe("the door", () => {
  test.for(METHODS.flatMap((method) => PATHS.map((path) => [method, path] as const)))(
    "refuses a foreign Host and a foreign Origin on %s %s",
    async ([method, path], { door }) => {
      const attacks = [
        ["Host: evil.com"],
        ["Host: 127.0.0.1.evil.com"],
        ["Host: 127.0.0.1@evil.com"],
        ["Host: localhost", "Origin: http://evil.com"],
        ["Host: localhost", "Origin: null"],
        ["Host: localhost", "Origin: http://127.0.0.1@evil.com"],
        ["Host: localhost", "Origin: http://localhost", "Origin: http://evil.com"],
      ];
      for (const headers of attacks) {
        const answer = await raw(door, request(method, path, headers));
        expect(statusOf(answer), headers.join(" ")).toBe(403);
        expect(answer).not.toMatch(/evil/);
      }
    },
  );

  test.for(OURS)("lets %s in, with and without an Origin", async (authority, { door }) => {
    for (const headers of [[`Host: ${authority}`], [`Host: ${authority}`, `Origin: http://${authority}`]]) {
      expect(statusOf(await raw(door, request("OPTIONS", "/mcp", headers)))).toBe(204);
    }
  });

  test("refuses two Hosts, and a request without one", async ({ door }) => {
    const two = await raw(door, request("OPTIONS", "/mcp", ["Host: localhost", "Host: evil.com"]));
    expect([400, 403]).toContain(statusOf(two));
    expect(statusOf(await raw(door, request("OPTIONS", "/mcp", [])))).toBe(400);
  });

  test("answers every other path with 404, an absolute one as well", async ({ door }) => {
    for (const path of [
      "/",
      "/mcp/",
      "/mcp2",
      "/.well-known/oauth-protected-resource",
      "http://localhost/mcp",
    ]) {
      expect(statusOf(await raw(door, request("POST", path, ["Host: localhost"]))), path).toBe(404);
    }
  });

  test("gives no CORS header to anybody", async ({ send }) => {
    const { status, headers } = await send({ method: "OPTIONS", headers: { origin: "http://localhost" } });

    expect(status).toBe(204);
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});
