import { MODELLED_AGENTS } from "../agent-names.ts";
import { integer, list, namedTables, number, optionalText, setting, Unreadable } from "../setting.ts";

/** Which model each program gets for a preset's name. */
export type Preset = Readonly<Record<string, string>>;

/** Settings of the agents room. */
export const agents = {
  socket: setting({
    kind: optionalText,
    default: undefined,
    doc: "Name of the tmux server agents run on; left out, they run on the default one, where a person can attach.",
    project: "never",
  }),
  width: setting({
    kind: integer(60, 1_000),
    default: 160,
    doc: "Columns of an agent's terminal.",
    project: "any",
  }),
  height: setting({
    kind: integer(20, 500),
    default: 48,
    doc: "Rows of an agent's terminal.",
    project: "any",
  }),
  cleanupHours: setting({
    kind: number(0.01, 10_000),
    default: 24,
    doc: "Hours after which an agent that failed and was left alone is ended. One that waits for a person never is.",
    project: "never",
  }),
  variables: setting({
    kind: list,
    default: [],
    doc: "Names of further environment variables agents get from termgate.",
    project: "never",
  }),
  preset: setting({
    kind: namedTables<Preset>("tables with a model for each agent", (row) => {
      const models: Record<string, string> = {};
      for (const [name, model] of Object.entries(row)) {
        if (!MODELLED_AGENTS.includes(name))
          return new Unreadable(`knows models for ${MODELLED_AGENTS.join(", ")} only`);
        if (typeof model !== "string" || model.trim() === "")
          return new Unreadable("wants a model's name as text");
        models[name] = model;
      }
      return models;
    }),
    default: new Map<string, Preset>([
      ["best", { claude: "opus", codex: "gpt-5.5" }],
      ["balanced", { claude: "sonnet", codex: "gpt-5.5" }],
      ["fast", { claude: "haiku", codex: "gpt-5.5" }],
      ["cheap", { claude: "haiku", codex: "gpt-5.5" }],
    ]),
    doc: 'Models by preset name, one table each: [agents.preset.best] claude = "opus". Others stay as they are.',
    project: "any",
    merge(from, to) {
      const all = new Map(from);
      for (const [name, preset] of to) all.set(name, { ...from.get(name), ...preset });
      return all;
    },
  }),
} as const;
