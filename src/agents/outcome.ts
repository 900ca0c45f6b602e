import { providers } from "./known.ts";
import type { AgentRow } from "./registry/rows.ts";
import type { Status } from "./status.ts";

export type AgentRef = {
  readonly id: string;
  readonly provider: string;
  readonly model: string | null;
  readonly effort: string | null;
  readonly agent: string | null;
  readonly state: string;
  readonly cwd: string;
  readonly tmux: {
    readonly session_name: string;
    readonly window_id: string;
    readonly window_name: string;
    readonly pane_id: string;
  } | null;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly command_health: CommandHealth;
};

type CommandHealth = {
  /** A word of the provider, or unexpected_command, dead, ambiguous_target, not_applicable. */
  readonly status: string;
  readonly identity_verified: boolean;
  readonly registry_provider?: string;
  readonly command?: string;
};

type DialogRef = {
  readonly kind: string;
  readonly title: string;
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly detail: string;
    readonly selected: boolean;
  }[];
  /** There are more options than the terminal has room for. */
  readonly more_options?: true;
};

export type Outcome = {
  readonly outcome: string;
  readonly classified_state: string | null;
  readonly message: { readonly role: "assistant"; readonly text: string; readonly fresh: true } | null;
  readonly warnings: readonly string[];
  readonly snapshot: string | null;
  readonly blocked_reason?: string;
  readonly error_excerpt?: string;
  readonly fresh_message?: boolean;
  readonly dialog?: DialogRef;
  /** Which source said what, when nothing certain can be said. */
  readonly evidence?: readonly { readonly source: string; readonly says: string }[];
  /** Who holds the agent, when somebody does. */
  readonly held_by?: { readonly purpose: string; readonly pid: number; readonly since_ms: number };
};

/** How much of a screen or an error goes into the registry and into results. */
const EXCERPT = 1_000;

export function refOf(row: AgentRow, status?: Status): AgentRef {
  const { place, launch } = row;
  return {
    id: row.id,
    provider: row.provider,
    model: launch["model"] ?? null,
    effort: launch["effort"] ?? null,
    agent: launch["agent"] ?? null,
    state: row.state,
    cwd: row.cwd,
    tmux: place
      ? {
          session_name: place.sessionName,
          window_id: place.windowId,
          window_name: place.windowName,
          pane_id: place.paneId,
        }
      : null,
    created_at_ms: row.createdAt,
    updated_at_ms: row.updatedAt,
    command_health: healthOf(row, status),
  };
}

function healthOf({ provider, state }: AgentRow, status: Status | undefined): CommandHealth {
  const { health } = providers[provider];
  if (!health) return { status: "not_applicable", identity_verified: false };
  const shared = { registry_provider: provider };
  if (state === "dead" || state === "killed" || status?.reason === "pane_gone")
    return { status: "dead", identity_verified: false, ...shared };
  if (!status) return { status: "not_applicable", identity_verified: false };
  if (status.reason === "ambiguous_target")
    return { status: "ambiguous_target", identity_verified: false, ...shared };
  const { command = "" } = status;
  return { status: health[command] ?? "unexpected_command", identity_verified: true, ...shared, command };
}

/** A look that may be shown: without what the person keeps secret. */
export function redacted(status: Status, redact: (text: string) => string): Status {
  const { lines, error } = status;
  return { ...status, lines: lines.map(redact), error: error === undefined ? undefined : redact(error) };
}

/** The outcome of a look, before anybody asks for a reply. */
export function outcomeOf(status: Status, given: Partial<Outcome> = {}): Outcome {
  const reason = blockedReason(status);
  const word = wordOf(status);
  return {
    outcome: word,
    classified_state: status.state,
    message: null,
    warnings: reason === undefined ? [] : [reason],
    snapshot: status.lines.length > 0 ? status.lines.join("\n") : null,
    ...(reason !== undefined && { blocked_reason: reason }),
    ...(status.state === "failed" && { error_excerpt: excerpt(status.error ?? "") }),
    ...(status.state === "unknown" && { evidence: status.evidence }),
    ...(status.dialog && { dialog: dialogRef(status.dialog) }),
    ...given,
  };
}

function wordOf({ state, dialog, reason }: Status): string {
  if (state === "blocked") return dialog?.kind === "question" ? "needs_user_input" : "blocked";
  if (state === "failed") return "provider_error";
  if (state === "exited") return "dead";
  if (state === "busy") return "running";
  return state === "unknown" && reason === "starting" ? "running" : state;
}

export function blockedReason({ state, reason }: Status): string | undefined {
  if (state === "blocked") return reason;
  if (state === "failed") return "provider_error";
  return state === "unknown" ? "unknown_state" : undefined;
}

function dialogRef({ kind, title, options, more }: NonNullable<Status["dialog"]>): DialogRef {
  return {
    kind,
    title,
    options: options.map(({ id, label, detail, selected }) => ({ id, label, detail, selected })),
    ...(more && { more_options: true }),
  };
}

export function excerpt(text: string): string {
  return text.length <= EXCERPT ? text : `…${text.slice(-EXCERPT)}`;
}
