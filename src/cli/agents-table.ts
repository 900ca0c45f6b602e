import type { Listed } from "../agents/operations.ts";
import type { Io } from "./io.ts";
import { cut, plain } from "./plain.ts";
import { styled } from "./style.ts";

const COLOURS = {
  ready: "green",
  running: "cyan",
  blocked: "yellow",
  dead: "red",
  killed: "dim",
  starting: "cyan",
} as const;

/** One line per agent: who, doing what, since when, waiting for what, where. */
export function agentsTable(io: Io, listed: readonly Listed[]): string[] {
  const style = styled(io);
  const rows = listed.map(({ agent, outcome, waiting_since_ms }) => [
    agent.id.slice(0, 8),
    agent.provider,
    agent.state,
    ago(waiting_since_ms ?? agent.updated_at_ms),
    plain(outcome.dialog?.title ?? outcome.blocked_reason ?? ""),
    agent.cwd,
  ]);
  const head = ["ID", "PROVIDER", "STATE", "SINCE", "WAITS FOR", "FOLDER"];
  const widths = head.map((word, column) =>
    Math.min(40, Math.max(word.length, ...rows.map((row) => row[column]?.length ?? 0))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cut(cell, widths[column] ?? 40).padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [
    style("dim", line(head)),
    ...rows.map((row) => {
      const colour = Object.entries(COLOURS).find(([state]) => state === row[2])?.[1] ?? "dim";
      return line(row).replace(row[2] ?? "", (state) => style(colour, state));
    }),
  ];
}

function ago(time: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - time) / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`;
}
