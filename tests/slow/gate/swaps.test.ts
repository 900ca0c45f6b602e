import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Inbox } from "../../../src/approvals/inbox.ts";
import { expect, test as base } from "../../house.ts";

interface Rooms {
  work: string;
  inbox: Inbox;
  /** Ask for a command and have a person say yes to it, in a terminal. */
  approved: (args: Args) => Promise<void>;
}

interface Args {
  readonly [name: string]: unknown;
  readonly command: string;
}

const guarded = base.extend({
  environment: { PATH: "/usr/bin:/bin", HOME: "/tmp" },
  overrides: { approvals: { perMinute: 1_000_000, maxWaiting: 1_000_000 }, shell: { maxConcurrency: 64 } },
});

const test = guarded.extend<Rooms>({
  work: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "swaps-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  inbox: async ({ stateDir }, use) => {
    const inbox = new Inbox({ stateDir, perMinute: 1_000_000, maxWaiting: 1_000_000, useMs: 300_000 });
    await use(inbox);
    inbox.close();
  },
  approved: async ({ call, inbox }, use) => {
    await use(async (args) => {
      const { text } = await call("execute_command", args);
      const code = /termgate approve (\S{7})/.exec(text)?.[1] ?? "";
      expect(inbox.answer(code, "approved", "ada")).toMatchObject({ counted: true });
    });
  },
});

/** Ways to have something else run than was shown; each gets a fresh folder and gives what is called instead. */
const SWAPS: Record<string, (folder: string, n: number) => Args | undefined> = {
  "another file": () => ({ command: "bash ./job.sh second" }),
  "a command behind it": (_, n) => ({ command: `bash ./job.sh; touch swapped-${n}` }),
  "one more blank": () => ({ command: "bash  ./job.sh" }),
  "a look-alike letter": () => ({ command: "bash ./j\u043eb.sh; touch swapped" }),
  "a word in args": () => ({ command: "bash ./job.sh", args: ["more"] }),
  "another folder": (folder) => {
    mkdirSync(join(folder, "inner"));
    writeFileSync(join(folder, "inner", "job.sh"), "touch ../swapped\n");
    return { command: "bash ./job.sh", working_directory: join(folder, "inner") };
  },
  "another time limit": () => ({ command: "bash ./job.sh", timeout_seconds: 7 }),
  "the script's own text": (folder, n) => {
    writeFileSync(join(folder, "job.sh"), `touch swapped # ${n}\n`);
    return undefined;
  },
  "the script by a link": (folder) => {
    writeFileSync(join(folder, "evil.sh"), "touch swapped\n");
    unlinkSync(join(folder, "job.sh"));
    symlinkSync("evil.sh", join(folder, "job.sh"));
    return undefined;
  },
  "the script's mode": (folder) => {
    chmodSync(join(folder, "job.sh"), 0o755);
    return undefined;
  },
};

test(
  "of a thousand payloads swapped after approval none runs",
  { timeout: 280_000 },
  async ({ call, work, approved }) => {
    const names = Object.keys(SWAPS);
    let ran = 0;
    for (let n = 0; n < 1_000; n++) {
      const folder = join(work, String(n));
      mkdirSync(folder);
      writeFileSync(join(folder, "job.sh"), "touch shown\n");
      const shown = { command: "bash ./job.sh", working_directory: folder };
      await approved(shown);
      const swapped = { ...shown, ...SWAPS[names[n % names.length] ?? ""]?.(folder, n) };

      const { isError, failure } = await call("execute_command", swapped);

      expect(isError).toBe(true);
      expect(failure).toBe("ApprovalDenied");
      if (readdirSync(folder).some((name) => /^(?:swapped|shown)/.test(name))) ran++;
    }
    expect(ran).toBe(0);
  },
);

test(
  "of a thousand replays of a used approval none is accepted",
  { timeout: 280_000 },
  async ({ call, work, approved }) => {
    const once = { command: "echo x >> count", working_directory: work };
    await approved(once);
    expect(await call("execute_command", once)).toMatchObject({ isError: false });

    let accepted = 0;
    for (let n = 0; n < 500; n++) if (!(await call("execute_command", once)).isError) accepted++;
    for (let n = 0; n < 50; n++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => call("execute_command", once)));
      accepted += answers.filter(({ isError }) => !isError).length;
    }

    expect(accepted).toBe(0);
    expect(readFileSync(join(work, "count"), "utf8")).toBe("x\n");
  },
);

test(
  "of many calls at once that share one approval exactly one runs",
  { timeout: 280_000 },
  async ({ call, work, approved }) => {
    for (let n = 0; n < 30; n++) {
      const once = { command: `echo x >> count-${n}`, working_directory: work };
      await approved(once);

      const answers = await Promise.all(Array.from({ length: 10 }, () => call("execute_command", once)));

      expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
      expect(readFileSync(join(work, `count-${n}`), "utf8")).toBe("x\n");
    }
  },
);
