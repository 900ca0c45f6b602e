import { InputNeeded, ToolError } from "../errors.ts";
import { levelOf, type PipelineEvent } from "../shell/event.ts";
import type { AuditLog, AuditRecord } from "../store/audit-log.ts";
import { isoNow } from "../store/clock.ts";
import type { Call, Middleware } from "../tools/tool.ts";
import { roomOf } from "./strictness.ts";
import { digest, summarize } from "./summary.ts";

/** One line per call, whatever happens further in. Without a log that takes lines, nothing that changes anything runs. */
export function audit(log: AuditLog, hide: (text: string) => string): Middleware {
  return async function audit(call, next) {
    if (call.tool.tier !== "readonly") log.ensureWritable();
    const started = performance.now();
    const write = (outcome: AuditRecord["outcome"], errorType?: string) =>
      log.append(callRecord(call, { outcome, errorType, started, hide }));
    try {
      const reply = await next(call);
      write(reply.isError ? "error" : "ok");
      return reply;
    } catch (error) {
      if (error instanceof InputNeeded) write("asked");
      else if (call.context.signal.aborted) write("cancelled");
      else write("error", error instanceof ToolError ? error.errorType : nameOf(error));
      throw error;
    }
  };
}

interface Ending {
  readonly outcome: AuditRecord["outcome"];
  readonly errorType: string | undefined;
  readonly started: number;
  readonly hide: (text: string) => string;
}

function callRecord(call: Call, { outcome, errorType, started, hide }: Ending): AuditRecord {
  const { client } = call.context;
  return {
    time: isoNow(),
    tool: call.name,
    outcome,
    error_type: errorType,
    duration_ms: Math.round((performance.now() - started) * 100) / 100,
    args: summarize(call.tool, call.args, hide),
    client: client && `${client.name} ${client.version}`,
    principal: call.principal,
    request_id: call.requestId,
    ...call.notes,
  };
}

/** One step of a command's way, as a line of its own between the lines of calls. */
export function eventRecord(event: PipelineEvent, call: Call | undefined): AuditRecord {
  return {
    time: isoNow(),
    tool: call?.name ?? "shell",
    outcome: "event",
    principal: call?.principal ?? "termgate",
    request_id: call?.requestId ?? "",
    level: levelOf(event),
    ...event,
    // What is typed into a pane or put into an environment may be a password; a guarded command is shown, redacted.
    command: call && roomOf(call.tool) !== "shell" ? digest(event.command) : event.command,
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "Error";
}
