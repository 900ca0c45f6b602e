import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { Inbox } from "../../src/approvals/inbox.ts";
import executeCommand from "../../src/tools/shell/execute-command.ts";
import { expect, test as base } from "../house.ts";

type Reply = { action: "accept" | "decline" | "cancel"; content?: Record<string, string> };

interface Rooms {
  /** Connect a client that answers questions like this; without an answer it cannot be asked. */
  withClient(
    answer?: (message: string, choices: string[]) => Promise<Reply>,
  ): Promise<(command: string) => Promise<{ isError: boolean; text: string }>>;
  inbox: Inbox;
}

const guarded = base.extend({
  tools: [executeCommand],
  environment: { PATH: "/usr/bin:/bin", HOME: "/tmp", DEPLOY_TOKEN: "hush-hush-0123456789" },
  overrides: { approvals: { timeoutSeconds: 1 } },
});

const test = guarded.extend<Rooms>({
  inbox: async ({ stateDir }, use) => {
    const inbox = new Inbox({ stateDir, perMinute: 99, maxWaiting: 99, useMs: 60_000 });
    await use(inbox);
    inbox.close();
  },
  withClient: async ({ server }, use) => {
    await use(async (answer) => {
      const client = new Client(
        { name: "probe", version: "1" },
        { capabilities: answer ? { elicitation: { form: {} } } : {} },
      );
      if (answer) {
        client.setRequestHandler("elicitation/create", async ({ params }: any) =>
          answer(params.message, params.requestedSchema.properties.decision.enum),
        );
      }
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await server.factory({ era: "legacy" }).connect(theirs as never);
      await client.connect(ours);
      onTestFinished(() => client.close());
      const folder = mkdtempSync(join(tmpdir(), "work-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return async (command) => {
        const result: any = await client.callTool({
          name: "execute_command",
          arguments: { command, working_directory: folder },
        });
        return {
          isError: result.isError === true,
          text: result.content.map((part: any) => part.text).join("\n"),
        };
      };
    });
  },
});

const afterReading = async (reply: Reply) => {
  await pause(350);
  return reply;
};

test("a person who says yes in the client lets the command run", async ({ withClient }) => {
  const asked: string[] = [];
  const call = await withClient((message, choices) => {
    asked.push(message, ...choices);
    return afterReading({ action: "accept", content: { decision: "approve" } });
  });

  const { isError, text } = await call("touch hush-hush-0123456789 && echo made");

  expect(isError).toBe(false);
  expect(text).toContain("made");
  expect(asked.join("\n")).toContain("Asked by: probe 1");
  expect(asked.join("\n")).not.toContain("hush-hush");
});

test("a client without the capability gets the code, and the retry after a yes runs once", async ({
  withClient,
  inbox,
}) => {
  const call = await withClient();
  const first = await call("touch a");
  inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "ada");

  expect(first.text).toMatch(
    /^DENIED: Elicitation not supported[^]*termgate approve [A-Z0-9]{3}-[A-Z0-9]{3}/,
  );
  expect(await call("touch a")).toMatchObject({ isError: false });
  expect(await call("touch a")).toMatchObject({ isError: true });
});

test("a client that declines by itself does not speak for the person", async ({ withClient, inbox }) => {
  const call = await withClient(async () => ({ action: "decline" }));

  const { text } = await call("touch a");

  expect(text).toMatch(/^DENIED: The client declined by itself/);
  expect(inbox.waiting()).toHaveLength(1);
});

test("a client that cancels at once does not speak for the person", async ({ withClient, inbox }) => {
  const call = await withClient(async () => ({ action: "cancel" }));

  const { text } = await call("touch a");

  expect(text).toMatch(/^DENIED: The client closed the question by itself/);
  expect(inbox.waiting()).toHaveLength(1);
});

test("a client that never answers ends in a no", async ({ withClient, inbox }) => {
  const call = await withClient(() => new Promise(() => {}));

  const { text } = await call("touch a");

  expect(text).toMatch(/^DENIED: Nobody answered in time/);
  expect(inbox.waiting()).toEqual([]);
});

test("a client that says yes by itself is not believed", async ({ withClient }) => {
  const call = await withClient(async () => ({ action: "accept", content: { decision: "approve" } }));

  expect((await call("touch a")).text).toMatch(
    /^DENIED: The client answered yes faster than a person can read/,
  );
});

test("an accept without a decision is no yes", async ({ withClient }) => {
  const call = await withClient(() => afterReading({ action: "accept", content: {} }));

  expect(await call("touch a")).toMatchObject({ isError: true, text: expect.stringMatching(/^DENIED:/) });
});

test("a person who declines is told apart, and no way around is offered", async ({ withClient, inbox }) => {
  const call = await withClient(() => afterReading({ action: "decline" }));

  const { text } = await call("touch a");

  expect(text).toMatch(/^DENIED: The person declined/);
  expect(text).not.toMatch(/termgate approve|additional_safe_commands/);
  expect(inbox.waiting()).toEqual([]);
});

test("an answer in a terminal ends the wait while the client still shows its question", async ({
  withClient,
  inbox,
}) => {
  const call = await withClient(() => new Promise(() => {}));
  const ran = call("touch a");
  await expect.poll(() => inbox.waiting()).toHaveLength(1);

  inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "ada");

  expect(await ran).toMatchObject({ isError: false });
});

test("a choice of a grant lets the next such command run unasked", async ({ withClient }) => {
  let questions = 0;
  const call = await withClient(() => {
    questions++;
    return afterReading({ action: "accept", content: { decision: "grant" } });
  });

  expect(await call("touch -c a.txt")).toMatchObject({ isError: false });
  expect(await call("touch -c b.txt")).toMatchObject({ isError: false });
  expect(questions).toBe(1);
});
