import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "vitest";
import { expect } from "../../house.ts";
import { type Gate, openStage, type Stage } from "./stage.ts";

const SIZE = ["-x", "80", "-y", "24"];
const SSHD = "/usr/sbin/sshd";

interface Fixtures {
  stage: Stage;
  gate: Gate;
  /** The words that log in to an sshd of this test's own. */
  ssh: string;
  /** A pane whose shell, behind ssh, shows the prompt `far$ `. */
  pane: string;
}

const test = base.extend<Fixtures>({
  stage: async ({}, use) => {
    await using stage = openStage();
    await use(stage);
  },
  gate: async ({ stage }, use) => use(await stage.gate({ timeoutSeconds: 10 })),
  ssh: async ({ stage }, use) => {
    const { ssh, stop } = await startSshd(stage.folder);
    await use(ssh);
    await stop();
  },
  pane: async ({ stage, ssh }, use) => {
    const pane = stage.tmux("new-session", "-d", "-P", "-F", "#{pane_id}", "-s", "work", ...SIZE, ssh);
    await expect
      .poll(() => stage.tmux("capture-pane", "-p", "-t", pane), { timeout: 20_000 })
      .toMatch(/^far\$/m);
    stage.tmux("send-keys", "-t", pane, "C-l");
    await expect.poll(() => stage.tmux("capture-pane", "-p", "-t", pane)).toMatch(/^far\$\s*$/);
    await use(pane);
    stage.tmux("kill-session", "-t", "work");
  },
});

/** On a port of loopback, with keys made for it: nothing of the machine's own sshd or user is used. */
async function startSshd(folder: string): Promise<{ ssh: string; stop: () => Promise<void> }> {
  const home = join(folder, "sshd");
  mkdirSync(home, { mode: 0o700 });
  const path = (name: string) => join(home, name);
  for (const name of ["host", "user"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path(name)]);
  execFileSync("cp", [path("user.pub"), path("authorized")]);
  chmodSync(path("authorized"), 0o600);
  const port = await freePort();
  const settings = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${path("host")}`,
    `AuthorizedKeysFile ${path("authorized")}`,
    "PidFile none",
    "UsePAM no",
    "StrictModes no",
    "PasswordAuthentication no",
    "PermitRootLogin prohibit-password",
    "PrintMotd no",
    "PrintLastLog no",
    // bash behind ssh reads ~/.bashrc even for one command; the user's own may take as long as it likes.
    `SetEnv HOME=${home}`,
  ];
  writeFileSync(path("config"), `${settings.join("\n")}\n`);
  // Where sshd as root locks itself in; it is a folder of the system's own and is left as it was found.
  const made = process.getuid?.() === 0 && mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const sshd = spawn(SSHD, ["-D", "-e", "-f", path("config")], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(sshd, "exit");
  await new Promise<void>((resolve, reject) => {
    const said: string[] = [];
    createInterface({ input: sshd.stderr }).on("line", (line) => {
      said.push(line);
      if (line.includes("Server listening")) resolve();
    });
    ended.then(() => reject(new Error(`sshd ended: ${said.join("; ")}`)), reject);
  });
  const words = [
    "exec ssh -tt -F none -q",
    `-p ${port} -i ${path("user")}`,
    "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentityAgent=none",
    "127.0.0.1",
    `"exec env PS1='far$ ' HISTFILE= bash --norc --noprofile -i"`,
  ];
  return {
    ssh: words.join(" "),
    async stop() {
      sshd.kill();
      await ended;
      if (made) rmdirSync(made);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("a pane behind ssh is read, typed into and waited on as any other", async ({ gate, pane, stage }) => {
  const { output: first } = await gate.call("capture_since", { pane_id: pane });
  const waiting = gate.call("wait_for_text", { pane_id: pane, patterns: ["seen-42"], timeout: 10 });
  // Joined by the far shell, so that the typed line itself does not hold the words.
  await gate.call("send_keys", { pane_id: pane, keys: "echo seen-$((40+2)); echo $SSH_CONNECTION" });

  expect((await waiting).output).toMatchObject({
    found: true,
    outcome: "matched",
    matched_lines: ["seen-42"],
  });
  await expect
    .poll(() => stage.tmux("capture-pane", "-p", "-t", pane))
    .toMatch(/^127\.0\.0\.1 \d+ 127\.0\.0\.1 \d+$/m);
  const { output: rest } = await gate.call("capture_since", { cursor: first.cursor });
  expect(rest.lines).toContain("seen-42");
  expect(rest.lines_missed).toBe(false);
  const { output: search } = await gate.call("search_panes", { pattern: "seen-42", match_case: true });
  expect(search.matches).toMatchObject([{ pane_id: pane, pane_current_command: "ssh" }]);
});

test.for([
  { command: "echo out; exit 7", status: 7, output: ["out"] },
  {
    command: "seq 1 200 | tail -n 150",
    status: 0,
    output: Array.from({ length: 150 }, (_, i) => `${i + 51}`),
  },
  { command: `echo "it's $((1+1)) lines"\necho 'é 中 🐙'`, status: 0, output: ["it's 2 lines", "é 中 🐙"] },
  { command: "cat <<'END'\n$HOME `x` \"y\"\nEND", status: 0, output: ['$HOME `x` "y"'] },
])("run_command behind ssh: $command", async ({ command, status, output }, { gate, pane, stage }) => {
  const answer = await gate.call("run_command", { pane_id: pane, command, timeout: 15, max_lines: null });

  expect(answer.output).toMatchObject({ exit_status: status, timed_out: false, output });
  await expect.poll(() => stage.tmux("capture-pane", "-p", "-t", pane).trimEnd()).toMatch(/^far\$$/m);
  const shown = stage.tmux("capture-pane", "-p", "-S", "-", "-t", pane);
  expect(shown).not.toMatch(/7770|__t|stty|\\033|printf/);
  // Whatever was set to run it is gone from the far shell.
  const left = await gate.call("run_command", {
    pane_id: pane,
    command: "set | grep -c '^__t'",
    timeout: 15,
  });
  expect(left.output.output).toEqual(["0"]);
});

test("ending the connection from the far side ends the pane and the wait on it", async ({
  gate,
  stage,
  ssh,
}) => {
  const pane = stage.tmux("new-session", "-d", "-P", "-F", "#{pane_id}", "-s", "gone", ...SIZE, ssh);
  await expect
    .poll(() => stage.tmux("capture-pane", "-p", "-t", pane), { timeout: 20_000 })
    .toMatch(/^far\$/m);
  stage.tmux("new-session", "-d", "-s", "stays");
  const waiting = gate.call("wait_for_text", { pane_id: pane, patterns: ["never"], timeout: 20 });
  await gate.call("send_keys", { pane_id: pane, keys: "exit 3" });

  expect(await waiting).toMatchObject({ isError: true, failure: "PaneGone" });
});
