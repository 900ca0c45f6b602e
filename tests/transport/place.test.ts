import { describe, onTestFinished } from "vitest";
import { serveHttp } from "../../src/transport/http.ts";
import { settingsWith } from "../house.ts";
import { expect, MAIN, test } from "./door.ts";

type Http = Awaited<ReturnType<typeof settingsWith>>["http"];

const open = test.extend<{ openWith: (http: Partial<Http>) => Promise<{ url: string; said: string[] }> }>({
  openWith: async ({ server }, use) => {
    await use(async (overrides) => {
      const { http } = await settingsWith({ http: overrides });
      const said: string[] = [];
      const door = await serveHttp(server.factory, {
        settings: http,
        verifyToken: (token) => (token === MAIN ? { name: "main", tier: "readonly" } : undefined),
        say: (level, line) => said.push(`${level}: ${line}`),
        onError: () => {},
      });
      onTestFinished(() => door.close());
      return { url: door.url, said };
    });
  },
});

describe("an address other machines can reach", () => {
  open.for(["0.0.0.0:0", "[::]:0", "192.168.7.7:0", "example.com:0", "127.0.0.1.evil.com:0"])(
    "%s is refused",
    async (bind, { openWith }) => {
      await expect(openWith({ bind })).rejects.toMatchObject({
        errorType: "NotLoopback",
        suggestion: expect.stringContaining("--allow-non-loopback"),
      });
    },
  );

  open("is refused without the token, whatever is allowed", async ({ openWith }) => {
    const bind = { bind: "0.0.0.0:0", allowNonLoopback: true, auth: false };

    await expect(openWith(bind)).rejects.toMatchObject({ errorType: "AuthNeeded" });
  });

  open(
    "is served with a loud warning, to those with the token and with a Host of any name",
    async ({ openWith }) => {
      const { url, said } = await openWith({ bind: "0.0.0.0:0", allowNonLoopback: true });
      const target = url.replace("0.0.0.0", "127.0.0.1");

      expect(said[0]).toMatch(/^warning: WARNING/);
      expect((await fetch(target, { method: "OPTIONS" })).status).toBe(401);
      const headers = { authorization: `Bearer ${MAIN}` };
      expect((await fetch(target, { method: "OPTIONS", headers })).status).toBe(204);
      expect(
        (await fetch(target, { method: "OPTIONS", headers: { ...headers, origin: "http://evil.com" } }))
          .status,
      ).toBe(403);
    },
  );
});

describe("an address", () => {
  open.for(["", "8787", "127.0.0.1", "127.0.0.1:99999", "http://127.0.0.1:1", "127.0.0.1:1/x", ":1"])(
    "%j is none",
    async (bind, { openWith }) => {
      await expect(openWith({ bind })).rejects.toMatchObject({ errorType: "BadAddress" });
    },
  );

  open("somebody else has is named as taken", async ({ openWith }) => {
    const { url } = await openWith({ bind: "127.0.0.1:0" });

    await expect(openWith({ bind: new URL(url).host })).rejects.toMatchObject({
      errorType: "CannotListen",
      message: expect.stringContaining("EADDRINUSE"),
    });
  });

  open("may be the name localhost", async ({ openWith }) => {
    const { url } = await openWith({ bind: "localhost:0", auth: false });

    expect((await fetch(url, { method: "OPTIONS" })).status).toBe(204);
  });
});
