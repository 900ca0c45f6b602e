import type { Option } from "./options.ts";

export type State = "ready" | "busy" | "blocked" | "failed" | "exited" | "unknown";

/** What a dialog is about. Which of them may be answered unasked is the provider's to say, and it says so per kind. */
export type DialogKind =
  | "folder_trust"
  | "permission"
  | "plan"
  | "question"
  | "startup_choice"
  | "auth"
  | "usage_limit"
  | "survey"
  | "diff"
  | "settings_persist"
  | "panel"
  | "other";

export interface Dialog {
  readonly kind: DialogKind;
  /** The question as the program puts it. */
  readonly title: string;
  readonly options: readonly Option[];
  /** The option under the cursor, when the screen shows one. */
  readonly selected: Option | undefined;
  /** The screen has no room for all options, and shows that it has not. */
  readonly more?: boolean;
}

/** What one screen says, with the rows it was read from. */
export interface Reading {
  readonly state: State;
  /** A stable word: the blocked reason, the kind of failure, why nothing certain could be said. */
  readonly reason: string;
  readonly dialog?: Dialog;
  /** The text a person or an earlier paste left in the composer, `CUT` where it is scrolled; undefined without a composer. */
  readonly draft?: string;
  /** Rows the verdict rests on. */
  readonly evidence: readonly string[];
}

/**
 * Words of the blocked reasons; each stays what it is once published. Beside these, `composer_mode` tells of a composer that
 * takes something else than a prompt, such as a shell command.
 */
const REASONS: Readonly<Record<DialogKind, string>> = {
  folder_trust: "folder_trust_prompt",
  permission: "permission_dialog",
  plan: "plan_approval_prompt",
  question: "user_question",
  startup_choice: "startup_choice_prompt",
  auth: "auth_required",
  usage_limit: "usage_limit",
  survey: "survey_prompt",
  diff: "diff_dialog",
  settings_persist: "settings_persist_prompt",
  // Help, settings, pickers: a person opened it, and nothing is asked that an agent could answer.
  panel: "settings_dialog",
  other: "unrecognized_dialog",
};

export function blocked(
  dialog: Dialog,
  evidence: readonly string[],
  own: Partial<Record<DialogKind, string>> = {},
): Reading {
  return { state: "blocked", reason: own[dialog.kind] ?? REASONS[dialog.kind], dialog, evidence };
}

export function unknown(evidence: readonly string[]): Reading {
  return { state: "unknown", reason: "unknown_state", evidence };
}
