import { ENTRIES, type Entry } from "./names.ts";

const GROUPS: Readonly<Record<string, string>> = {
  house: "Everywhere",
  http: "HTTP door",
  tmux: "tmux",
  shell: "Shell",
  approvals: "Approvals",
  agents: "Agents",
};

/** docs/settings.md, made from the table. */
export function settingsDoc(): string {
  const groups = [...new Set(ENTRIES.map(({ group }) => group))];
  return [
    "# Settings",
    "",
    "Each setting has one flag, one variable and one place in a TOML file. Flags beat variables, variables beat the",
    "project's file (`./termgate.toml`), that beats your own file (`$XDG_CONFIG_HOME/termgate/config.toml`, usually",
    "`~/.config/termgate/config.toml`), and that beats the default.",
    "",
    "A project file comes with a repository, so it can tighten the guard but not loosen it: the last column says how",
    "far it reaches. A value that cannot be read is reported and ignored, or narrows where the table says so. A file",
    "that is not valid TOML stops the start. A boolean flag is switched off with `--no-…`.",
    "",
    ...groups.flatMap(section),
    ...legacySection(),
  ].join("\n");
}

function section(group: string): string[] {
  return [
    `## ${GROUPS[group] ?? group}`,
    "",
    "| TOML key | Flag | Variable | Default | What it does | Project file |",
    "|---|---|---|---|---|---|",
    ...ENTRIES.filter((entry) => entry.group === group).map(row),
    "",
  ];
}

function row({ path, flag, variable, setting }: Entry): string {
  const bad =
    setting.onBadValue === undefined ? "" : ` An unreadable value becomes \`${format(setting.onBadValue)}\`.`;
  const project = typeof setting.project === "function" ? "only tighter" : setting.project;
  const cells = [
    `\`${path}\``,
    flag === undefined ? "" : `\`--${flag}\``,
    variable === undefined ? "" : `\`${variable}\``,
    isEmpty(setting.default) ? "" : `\`${format(setting.default)}\``,
    `${setting.doc} Takes ${setting.kind.wants}.${bad}`,
    project,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

function legacySection(): string[] {
  const rows = ENTRIES.flatMap((entry) =>
    entry.legacy.map(
      ({ variable, profile }) => `| \`${variable}\` | \`${profile}\` | \`${entry.variable ?? entry.path}\` |`,
    ),
  );
  if (rows.length === 0) return [];
  return [
    "## Variables of other systems",
    "",
    "They count in their own drop-in profile, below the `TERMGATE_*` variable of the same setting.",
    "",
    "| Variable | Profile | Same as |",
    "|---|---|---|",
    ...rows.toSorted(),
    "",
  ];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

export function format(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
