import { describe, expect, test } from "vitest";
import { z } from "zod";
import { approve, type ApproveOptions } from "../../src/middleware/approve.ts";
import { jobs } from "../../src/middleware/judged.ts";
import { redact } from "../../src/middleware/redact.ts";
import { compose } from "../../src/middleware/compose.ts";
import { roomOf } from "../../src/middleware/strictness.ts";
import type { Class, Verdict } from "../../src/policy/verdict.ts";
import { createRedactor } from "../../src/redact/redactor.ts";
import type { Strictness } from "../../src/settings/groups/approvals.ts";
import type { PipelineEvent } from "../../src/shell/event.ts";
import { as } from "../../src/tools/args.ts";
import { type Answer, type Call, defineTool, type Tool } from "../../src/tools/tool.ts";
import { run } from "../../src/tools/run.ts";
import type { LineTracker } from "../../src/tools/typed-lines.ts";
import { answers, finding, rig, says, verdict } from "./rig.ts";

/** Enough of a judge to tell the four classes apart by a word. */
function judge(command: string): Verdict {
  const strength: Class = /\/etc/.test(command)
    ? "blocked"
    : /\bsudo\b/.test(command)
      ? "catastrophic"
      : /\brm\b|LD_PRELOAD/.test(command)
        ? "dangerous"
        : "safe";
  return verdict(finding(command.split(" "), strength));
}

const toolWith = (input: Tool["input"], tier: Tool["tier"] = "mutating"): Tool =>
  defineTool({
    name: "probe",
    title: "",
    tier,
    description: "",
    input,
    output: { ran: z.boolean() },
    run: async () => ({ ran: true }),
  });

const shellTool = toolWith({
  command: as("command", z.string()),
  args: as("argv", z.array(z.string()).optional()),
  dir: as("cwd", z.string().optional()),
});

interface Given {
  readonly strictness?: Strictness;
  readonly ask?: (question: any) => Promise<Answer>;
  readonly tool?: Tool;
  readonly tracker?: LineTracker;
  readonly judged?: (command: string, cwd: string) => Verdict;
}

function layer(given: Given = {}) {
  const at = rig();
  const events: PipelineEvent[] = [];
  const redactor = createRedactor({ environment: { MY_TOKEN: "hush-hush" } });
  const seen: [string, string][] = [];
  const options: ApproveOptions = {
    cwd: at.state,
    tracker: given.tracker,
    judge: async () => (command, cwd) => {
      seen.push([command, cwd]);
      return (given.judged ?? judge)(command, cwd);
    },
    gate: () => at.gate,
    strictness: () => given.strictness ?? "enforce",
    redact: redactor.text,
    events: (event) => events.push(event),
  };
  const walk = compose([approve(options), redact(redactor)], run);
  const notes: Record<string, unknown> = {};
  const call = (input: Record<string, unknown>, ask = given.ask) => {
    const tool = given.tool ?? shellTool;
    const context = {
      signal: new AbortController().signal,
      client: { name: "probe", version: "1" },
      longestMs: Infinity,
    };
    return walk({
      tool,
      name: tool.name,
      input,
      args: input,
      principal: "p",
      notes,
      context,
      ask: ask ?? answers({ kind: "unsupported", elapsedMs: undefined }),
    } as unknown as Call);
  };
  return { ...at, call, notes, seen, events, names: () => events.map(({ event }) => event) };
}

test("a safe command runs and is written down", async () => {
  const { call, notes, names } = layer();

  expect(await call({ command: "ls" })).toMatchObject({ output: { ran: true } });
  expect(notes).toMatchObject({ class: "safe" });
  expect(names()).toEqual(["COMMAND_RECEIVED", "COMMAND_CLASSIFIED"]);
});

test("arguments are words, never shell", async () => {
  const { call, seen } = layer();

  await call({ command: "ls", args: ["a b", "$(rm x)", "it's"] }).catch(() => undefined);

  expect(seen[0]?.[0]).toBe(`ls 'a b' '$(rm x)' 'it'\\''s'`);
});

test("the folder of the call is the folder of the judgement", async () => {
  const { call, seen, state } = layer();

  await call({ command: "ls", dir: "/usr/share" });
  await call({ command: "ls", dir: "sub" });

  expect(seen.map(([, cwd]) => cwd)).toEqual(["/usr/share", `${state}/sub`]);
});

test("a protected path is refused although the person would say yes", async () => {
  const { call, notes, names } = layer({ ask: says("approve") });

  await expect(call({ command: "tee /etc/x" })).rejects.toMatchObject({
    errorType: "CommandBlocked",
    message: expect.stringMatching(/^BLOCKED:/),
  });
  expect(notes).toMatchObject({ class: "blocked", rule: "test-rule", denied: "blocked" });
  expect(names()).toContain("PATH_GUARD_BLOCKED");
});

test("a dangerous command runs after a yes, and the audit says whose", async () => {
  const { call, notes, names } = layer({ ask: says("approve") });

  expect(await call({ command: "rm x" })).toMatchObject({ output: { ran: true } });
  expect(notes).toMatchObject({ class: "dangerous", approved_by: expect.stringContaining("probe 1") });
  expect(names().slice(-2)).toEqual(["PERMISSION_REQUESTED", "PERMISSION_GRANTED"]);
});

test("a client that cannot ask gets the code and the exact words, and the retry runs once", async () => {
  const { call, inbox, names } = layer();
  const denied = await call({ command: "rm x" }).catch((error: unknown) => error);
  const [request] = inbox.waiting();

  expect(denied).toMatchObject({
    errorType: "ApprovalDenied",
    message: expect.stringMatching(/^DENIED: Elicitation not supported/),
    suggestion: expect.stringContaining(`termgate approve ${request?.code}`),
  });
  expect(denied).toMatchObject({ suggestion: expect.stringContaining("additional_safe_commands") });
  expect(names().at(-1)).toBe("PERMISSION_DENIED");

  inbox.answer(request?.code ?? "", "approved", "terminal");
  expect(await call({ command: "rm x" })).toMatchObject({ output: { ran: true } });
  await expect(call({ command: "rm x" })).rejects.toMatchObject({ errorType: "ApprovalDenied" });
});

test("a person who declined does not make the agent learn a way around", async () => {
  const { call, notes } = layer({ ask: answers({ kind: "declined", elapsedMs: 4_000 }) });

  const denied = await call({ command: "rm x" }).catch(
    (error: any) => `${error.message} ${error.suggestion}`,
  );

  expect(denied).not.toMatch(/additional_safe_commands|termgate approve/);
  expect(notes).toMatchObject({ denied: "declined" });
});

test("no secret reaches an event, a question or an error", async () => {
  const shown: string[] = [];
  const { call, events } = layer({
    ask: async (question) => {
      shown.push(JSON.stringify(question));
      return { kind: "declined", elapsedMs: 4_000 };
    },
  });

  const denied = await call({ command: "rm hush-hush" }).catch(
    (error: any) => `${error.message} ${error.suggestion}`,
  );

  expect(JSON.stringify([shown, events, denied])).not.toContain("hush-hush");
  expect(shown).toHaveLength(1);
});

describe("by strictness", () => {
  const outcome = async (strictness: Strictness, command: string) =>
    layer({ strictness })
      .call({ command })
      .then(
        () => "runs",
        (error: any) => error.errorType as string,
      );

  test.for([
    ["enforce", "ls", "runs"],
    ["enforce", "rm x", "ApprovalDenied"],
    ["enforce", "sudo x", "ApprovalDenied"],
    ["enforce", "tee /etc/x", "CommandBlocked"],
    ["guard", "rm x", "runs"],
    ["guard", "sudo x", "ApprovalDenied"],
    ["guard", "tee /etc/x", "CommandBlocked"],
    ["observe", "sudo x", "runs"],
    ["observe", "tee /etc/x", "runs"],
    ["off", "tee /etc/x", "runs"],
  ] as const)("%s: %s → %s", async ([strictness, command, expected]) => {
    expect(await outcome(strictness, command)).toBe(expected);
  });

  test("an agent never answers its own question, however little is enforced", async () => {
    for (const strictness of ["enforce", "guard", "observe"] as const) {
      expect(await outcome(strictness, "termgate approve ABC-DEF")).toBe("CommandBlocked");
      expect(await outcome(strictness, "/opt/bin/termgate grants revoke all")).toBe("CommandBlocked");
    }
  });

  test("what runs is still written down with its class", async () => {
    const { call, notes } = layer({ strictness: "guard" });

    await call({ command: "rm x" });

    expect(notes).toMatchObject({ class: "dangerous", rule: "test-rule", strictness: "guard" });
  });
});

describe("every road", () => {
  const refused = async (input: Tool["input"], values: Record<string, unknown>, given: Given = {}) =>
    layer({ tool: toolWith(input), ...given })
      .call(values)
      .then(
        () => undefined,
        (error: any) => error.errorType as string,
      );

  test("an argument vector", async () => {
    expect(await refused({ shell: as("argv", z.array(z.string())) }, { shell: ["sudo", "id"] })).toBe(
      "ApprovalDenied",
    );
  });

  test("a program in a format", async () => {
    expect(await refused({ format: as("format", z.string()) }, { format: "#{pane_id} #(sudo id)" })).toBe(
      "ApprovalDenied",
    );
    expect(await refused({ format: as("format", z.string()) }, { format: "#{pane_id}" })).toBeUndefined();
  });

  test("an option that names a program, a hook, a format in any option", async () => {
    const input = { option: as("option", z.string()), value: z.string() };
    for (const values of [
      { option: "default-command", value: "rm x" },
      { option: "after-new-window", value: "run-shell 'rm x'" },
      { option: "status-right", value: "#(rm x)" },
    ]) {
      expect(await refused(input, values, { strictness: "guard" })).toBe("ApprovalDenied");
    }
    expect(await refused(input, { option: "status-right", value: "%H:%M" })).toBeUndefined();
  });

  test("a variable that changes what runs asks even in guard", async () => {
    const one = { name: as("env_name", z.string()), value: z.string() };
    const many = { environment: as("environment", z.record(z.string(), z.string())) };

    expect(await refused(one, { name: "LD_PRELOAD", value: "x" }, { strictness: "guard" })).toBe(
      "ApprovalDenied",
    );
    expect(await refused(many, { environment: { LD_PRELOAD: "x" } }, { strictness: "guard" })).toBe(
      "ApprovalDenied",
    );
    expect(await refused(one, { name: "EDITION", value: "x" }, { strictness: "guard" })).toBeUndefined();
  });

  test("a path of a tool that writes", async () => {
    expect(await refused({ path: as("path", z.string()) }, { path: "/etc/x" })).toBe("CommandBlocked");
  });

  test("keys that submit a line", async () => {
    const line = (text: string, certain = true): LineTracker => ({
      submitted: async () => [{ text, certain, cwd: "/", ahead: false }],
      folders: async () => [],
      sent: () => undefined,
    });
    const input = { keys: as("keys", z.string()) };

    expect(
      await refused(input, { keys: "/ Enter" }, { tracker: line("sudo rm -rf /"), strictness: "guard" }),
    ).toBe("ApprovalDenied");
    expect(await refused(input, { keys: "Enter" }, { tracker: line("ls") })).toBeUndefined();
    expect(await refused(input, { keys: "Enter" }, { tracker: line("ls", false) })).toBe("ApprovalDenied");
  });
});

test("nested programs in a format are all found", () => {
  expect(jobs("a #(b (c) d) #{?x,#(e),f} #(g")).toEqual(["b (c) d", "e", "g"]);
  expect(jobs("#{E:status-left} #{T;=9:status-right} #{E:@mine}")).toHaveLength(1);
  expect(jobs("#{T:status-right} #{E:@mine} #{E:window-status-format}")).toEqual([]);
  for (const format of ["#{E:pane_title}", "#{=9;E:#{s|x|##|:x}(sudo true)}"])
    expect(jobs(format)[0]).toMatch(/^tmux-format /);
});

test("a tool that names neither pane nor agent is held like the shell", () => {
  expect(roomOf(toolWith({ a: z.string() }))).toBe("shell");
  expect(roomOf(toolWith({ a: as("pane", z.string().optional()) }))).toBe("tmux");
  expect(roomOf(toolWith({ a: as("agent", z.string()), b: as("pane", z.string()) }))).toBe("agents");
});

test("an error a tool throws carries no secret out", async () => {
  const tool = defineTool({
    name: "probe",
    title: "",
    tier: "readonly",
    description: "",
    input: {},
    output: {},
    run: async () => Promise.reject(new Error("failed with hush-hush")),
  });

  const error = await layer({ tool })
    .call({})
    .catch((thrown: Error) => thrown);

  expect(String((error as Error).stack)).not.toContain("hush-hush");
});
