import { Inbox } from "../../src/approvals/inbox.ts";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import executeCommand from "../../src/tools/shell/execute-command.ts";
import { expect, test as house } from "../house.ts";

const test = house.extend({
  tools: [executeCommand],
  environment: { PATH: "/usr/bin:/bin", HOME: "/tmp" },
});

test("a client that set a level hears each step of a command", async ({ client, call }) => {
  const heard: any[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params));
  await client.setLoggingLevel("info");

  await call("execute_command", { command: "echo hi" });

  expect(heard.map(({ data }) => data.event)).toEqual([
    "COMMAND_RECEIVED",
    "COMMAND_CLASSIFIED",
    "COMMAND_EXECUTED",
  ]);
  expect(heard[0]).toMatchObject({ level: "info", logger: "safeshell-pipeline" });
});

test("a level leaves out what is below it, and without one nothing is sent", async ({ client, call }) => {
  const heard: any[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params));

  await call("execute_command", { command: "echo hi" });
  await client.setLoggingLevel("warning");
  await call("execute_command", { command: "ls /nowhere-at-all" });

  expect(heard.map(({ data }) => data.event)).toEqual(["COMMAND_EXECUTED"]);
});

test("a question answered in another terminal is taken off the client's screen", async ({
  server,
  stateDir,
}) => {
  const withdrawn = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<string>();
  const client = new Client({ name: "slow", version: "1" }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler("elicitation/create", ({ params }: any, { mcpReq }: any) => {
    asked.resolve(params.message);
    mcpReq.signal.addEventListener("abort", () => withdrawn.resolve());
    return new Promise(() => {});
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.factory({ era: "legacy" }).connect(theirs as never);
  await client.connect(ours);
  onTestFinished(() => client.close());
  const inbox = new Inbox({ stateDir, perMinute: 99, maxWaiting: 99, useMs: 60_000 });
  onTestFinished(() => inbox.close());

  const calling = client.callTool({
    name: "execute_command",
    arguments: { command: "touch /tmp/never-made-by-this-test" },
  });
  const code = /Code: (\S+)/.exec(await asked.promise)?.[1] ?? "";
  inbox.answer(code, "denied", "a person elsewhere");

  expect(await calling).toMatchObject({ isError: true });
  await withdrawn.promise;
});
