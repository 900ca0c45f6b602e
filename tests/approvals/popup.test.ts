import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { popupKnock } from "../../src/approvals/popup.ts";
import { lastUsed, tmuxPopup } from "../../src/approvals/popup-door.ts";
import { quote } from "../../src/shell/quote.ts";
import { inboxIn } from "./rig.ts";

const environment = {
  PATH: process.env["PATH"] ?? "",
  TERM: "xterm-256color",
  LANG: "C.UTF-8",
  HOME: "/nonexistent",
};

/** A tmux server of its own, with a person attached through a terminal that another server draws. */
async function attached() {
  const folder = mkdtempSync(join(tmpdir(), "popup-"));
  const on = (name: string) => ["-S", join(folder, name), "-f", "/dev/null"];
  const tmux = (name: string, ...args: string[]) =>
    execFileSync("tmux", [...on(name), ...args], { env: environment, encoding: "utf8" });
  onTestFinished(() => {
    for (const name of ["outer", "inner"]) tmux(name, "kill-server");
    rmSync(folder, { recursive: true, force: true });
  });
  const attach = `env -u TMUX tmux ${on("inner").map(quote).join(" ")} attach`;
  tmux("inner", "new-session", "-d", "-x", "100", "-y", "30", "cat");
  tmux("outer", "new-session", "-d", "-x", "100", "-y", "30", attach);
  await expect.poll(() => tmux("inner", "list-clients").trim()).not.toBe("");
  const place = { tmuxBin: "tmux", socket: on("inner").slice(0, 2), environment, timeoutMs: 10_000 };
  return { folder, place, press: (...keys: string[]) => tmux("outer", "send-keys", ...keys) };
}

test("the popup opens where the person is, and what it runs gets their keys", async () => {
  const { folder, place, press } = await attached();
  const answer = join(folder, "answer");

  const opened = tmuxPopup(place).open({
    title: "t",
    command: `sh -c 'touch ${folder}/open; read line; echo "$line" > ${answer}'`,
    width: "50%",
    height: "50%",
  });
  await expect.poll(() => existsSync(join(folder, "open"))).toBe(true);
  press("KTR-4WX", "Enter");

  expect(await opened).toBe(true);
  expect(readFileSync(answer, "utf8")).toBe("KTR-4WX\n");
});

test("where nobody is attached nothing opens", async () => {
  const folder = mkdtempSync(join(tmpdir(), "popup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = { tmuxBin: "tmux", socket: ["-S", join(folder, "none")], environment, timeoutMs: 1_000 };

  expect(await tmuxPopup(place).open({ title: "t", command: "true", width: "50%", height: "50%" })).toBe(
    false,
  );
});

test("the terminal used last is chosen, and never a program's", () => {
  expect(lastUsed("1 900 client-1\n0 100 /dev/pts/1\n0 300 /dev/pts/2\n0 200 /dev/pts/3\n")).toBe(
    "/dev/pts/2",
  );
  expect(lastUsed("1 900 client-1\n")).toBeUndefined();
});

test("a new question knocks with the words that ask for its code", () => {
  const opened: { title: string; command: string }[] = [];
  const door = { open: async (popup: { title: string; command: string }) => opened.push(popup) > 0 };
  const inbox = inboxIn(mkdtempSync(join(tmpdir(), "popup-state-")));
  onTestFinished(() => rmSync(join(inbox.folder, ".."), { recursive: true, force: true }));
  const { request } = inbox.raise({
    digest: "d",
    text: (code) => code,
    command: "rm",
    principal: "p",
    scope: null,
    lastsMs: 9_000,
  });

  popupKnock(door, { node: "/usr/bin/node", script: "/opt/my termgate/main.js", stateDir: "/s" })(request);

  expect(opened).toMatchObject([
    {
      title: expect.stringContaining(request.code),
      command: "/usr/bin/node '/opt/my termgate/main.js' approvals --popup --state-dir /s",
    },
  ]);
});
