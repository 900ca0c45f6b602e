/** The steps of the pipeline a command walks, as the audit log and listening clients are told of them. */
export type PipelineEvent = { readonly command: string } & (
  | { readonly event: "COMMAND_RECEIVED" }
  | { readonly event: "COMMAND_CLASSIFIED"; readonly classification: string; readonly reason: string }
  | { readonly event: "PATH_GUARD_BLOCKED"; readonly violations: string }
  | { readonly event: "PERMISSION_REQUESTED"; readonly code: string }
  | { readonly event: "PERMISSION_GRANTED"; readonly by: string }
  | { readonly event: "PERMISSION_DENIED"; readonly reason: string }
  | { readonly event: "COMMAND_EXECUTED"; readonly exit_code: number; readonly duration_ms: number }
  | { readonly event: "COMMAND_TIMEOUT"; readonly timeout_secs: number }
  | { readonly event: "COMMAND_ERROR"; readonly error: string }
);

export type EventSink = (event: PipelineEvent) => void;

export type EventLevel = "info" | "warning" | "error";

export function levelOf(event: PipelineEvent): EventLevel {
  switch (event.event) {
    case "COMMAND_RECEIVED":
    case "PERMISSION_GRANTED":
      return "info";
    case "COMMAND_CLASSIFIED":
      return event.classification === "safe" ? "info" : "warning";
    case "COMMAND_EXECUTED":
      return event.exit_code === 0 ? "info" : "warning";
    case "PERMISSION_REQUESTED":
    case "PERMISSION_DENIED":
      return "warning";
    case "PATH_GUARD_BLOCKED":
    case "COMMAND_TIMEOUT":
    case "COMMAND_ERROR":
      return "error";
  }
}
