import { expect, test } from "../house.ts";

const PROMPTS = {
  run_and_wait: { command: "make", pane_id: "%7" },
  diagnose_failing_pane: { pane_id: "%7" },
  build_dev_workspace: { session_name: "dev" },
  interrupt_gracefully: { pane_id: "%7" },
};

async function textOf(client: any, name: string, args: Record<string, string>): Promise<string> {
  const { messages } = await client.getPrompt({ name, arguments: args });
  expect(messages).toHaveLength(1);
  expect(messages[0].role).toBe("user");
  return messages[0].content.text;
}

test("the four prompts are listed with the arguments they need", async ({ client }) => {
  const { prompts } = await client.listPrompts();

  const needed = prompts.map(({ name, arguments: args = [] }) => [
    name,
    args.filter(({ required }) => required).map((argument) => argument.name),
  ]);
  expect(Object.fromEntries(needed)).toEqual(
    Object.fromEntries(Object.entries(PROMPTS).map(([name, args]) => [name, Object.keys(args)])),
  );
});

test.for(Object.entries(PROMPTS))("%s speaks of what it was given", async ([name, args], { client }) => {
  const text = await textOf(client, name, args);

  for (const value of Object.values(args)) expect(text).toContain(value);
});

test("a command of one line is run with the default history rule", async ({ client }) => {
  const text = await textOf(client, "run_and_wait", { command: 'echo "a"', pane_id: "%1", timeout: "5" });

  expect(text).toContain(JSON.stringify('echo "a"'));
  expect(text).toContain('"timeout": 5');
  expect(text).toContain('"max_lines": 100');
  expect(text).not.toContain("suppress_history");
});

test("a command of several lines is run with history on, and the text warns of it", async ({ client }) => {
  const text = await textOf(client, "run_and_wait", { command: "a\nb", pane_id: "%1" });

  expect(text).toContain('"suppress_history": false');
  expect(text).toContain("history");
});

test("a prompt without a needed argument is refused with its name", async ({ client }) => {
  await expect(client.getPrompt({ name: "run_and_wait", arguments: { command: "x" } })).rejects.toThrow(
    "pane_id",
  );
});
