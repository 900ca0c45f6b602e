import { PROFILES, TIERS, type Tier } from "../../tools/tool.ts";
import { flag, integer, oneOf, optionalText, setting } from "../setting.ts";

const atMost = (from: Tier, to: Tier) => TIERS.indexOf(to) <= TIERS.indexOf(from);

/** Settings of the house itself: what every call meets, whichever room it goes to. */
export const house = {
  safety: setting({
    kind: oneOf(TIERS),
    default: "mutating",
    onBadValue: "readonly",
    doc: "Highest tier of tools that is offered: readonly, mutating or destructive.",
    project: atMost,
    legacy: { profile: "libtmux", variable: "LIBTMUX_SAFETY" },
  }),
  profile: setting({
    kind: oneOf(PROFILES),
    default: "full",
    doc: "Which tools are listed: full, core (everyday work), or a drop-in for libtmux, safeshell or botctl.",
    project: "never",
  }),
  stateDir: setting({
    kind: optionalText,
    default: undefined,
    doc: "Folder for the audit log, tokens and registries. Default: $XDG_STATE_HOME/termgate.",
    project: "never",
  }),
  pageSize: setting({
    kind: integer(1, 10_000),
    default: 500,
    doc: "Most entries on one page of a list (tools, prompts, resources).",
    project: "any",
  }),
  responseLimit: setting({
    kind: integer(10_000, 100_000_000),
    default: 1_000_000,
    doc: "Most bytes in one tool result; the end is kept.",
    project: (from, to) => to <= from,
  }),
  outputSchemas: setting({
    kind: oneOf(["brief", "full", "none"]),
    default: "brief",
    doc: "How much of each tool's output schema the listing shows.",
    project: "any",
  }),
  auditMaxBytes: setting({
    kind: integer(100_000, 10_000_000_000),
    default: 50_000_000,
    doc: "Size at which the audit log starts a new file.",
    project: "never",
  }),
  logLevel: setting({
    kind: oneOf(["debug", "info", "warning", "error", "off"]),
    default: "info",
    doc: "Least level that is logged to stderr and the log file.",
    project: "any",
    legacy: { profile: "safeshell", variable: "SAFESHELL_LOG_LEVEL" },
  }),
  logFile: setting({
    kind: optionalText,
    default: undefined,
    doc: "File that log lines are also appended to.",
    project: "never",
    legacy: { profile: "safeshell", variable: "SAFESHELL_LOG_FILE" },
  }),
  selfGuard: setting({
    kind: flag,
    default: true,
    doc: "Refuse to change the pane, window, session or server termgate itself runs in.",
    project: (from, to) => to || !from,
  }),
} as const;
