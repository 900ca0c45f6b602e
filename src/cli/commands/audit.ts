import { join } from "node:path";
import type { AuditRecord } from "../../store/audit-log.ts";
import type { Args, Command } from "../command.ts";
import { EXIT, Stop } from "../exit.ts";
import { complain, type Io, print } from "../io.ts";
import { openSettings } from "../open.ts";
import { cut, plain } from "../plain.ts";
import { styled } from "../style.ts";
import { readTime } from "../time.ts";

export default {
  name: "audit",
  summary: "read the record of every call, or prove that nobody changed it",
  usage: "[verify] [options]",
  examples: [
    ["termgate audit", "every call, oldest first"],
    ["termgate audit --since 1h --outcome error", "what went wrong in the last hour"],
    ["termgate audit --tool execute_command --last 20", "the last 20 commands"],
    ["termgate audit --follow", "go on as calls happen, until Ctrl-C"],
    ["termgate audit --since 2026-11-01 --json", "one JSON object per line, for another program"],
    ["termgate audit verify", "check the chain of hashes and name the first line that was changed"],
  ],
  options: {
    tool: { takes: "name", doc: "Only this tool." },
    outcome: {
      takes: "word",
      doc: "Only this outcome: ok, error, cancelled, asked or event; or an error type.",
    },
    since: { takes: "time", doc: "From then on: 15m, 2h, 3d, 2026-11-18 or 2026-11-18T09:30Z." },
    until: { takes: "time", doc: "Up to then." },
    last: { takes: "count", doc: "Only the last so many." },
    follow: { doc: "Then wait for more." },
    json: { doc: "The lines as they are recorded." },
  },
  words: [0, 1],

  async run(io, args) {
    const [action] = args.positionals;
    if (action !== undefined && action !== "verify")
      throw new Stop(EXIT.usage, "audit knows one word: verify.", "See: termgate audit --help");
    const wanted = filter(args);
    const last = count(args);
    const settings = await openSettings(io, args);
    const { stateDirOf } = await import("../../store/state-dir.ts");
    const folder = join(stateDirOf(settings, io), "audit");
    if (action === "verify") return verify(io, folder, args);
    const { readAudit } = await import("../../store/audit-read.ts");
    const show = printer(io, args);
    // Following starts before reading, so that no line falls between the two.
    const { followAudit } = await import("../../store/audit-follow.ts");
    const more = args.options["follow"] ? followAudit(folder, io.signal) : undefined;
    const next = more?.next();
    const found = [...readAudit(folder)].flatMap(({ record }) => (record && wanted(record) ? [record] : []));
    for (const record of found.slice(last === undefined ? 0 : -last)) show(record);
    // A line may have come between the two, and be in both.
    const seen = new Set(found.slice(-100).map((record) => JSON.stringify(record)));
    if (found.length === 0 && !more) complain(io, `No call is recorded in ${folder} that fits.`);
    for (let step = await next; more && step && !step.done; step = await more.next()) {
      const record = parse(step.value);
      if (record && wanted(record) && !seen.delete(step.value)) show(record);
    }
    return EXIT.ok;
  },
} satisfies Command;

function filter({ options }: Args): (record: AuditRecord) => boolean {
  const { tool, outcome } = options;
  const since = moment("since", options["since"]);
  const until = moment("until", options["until"]);
  return (record) => {
    const time = Date.parse(record.time);
    return (
      (tool === undefined || record.tool === tool) &&
      (outcome === undefined || record.outcome === outcome || record.error_type === outcome) &&
      (since === undefined || time >= since) &&
      (until === undefined || time <= until)
    );
  };
}

function moment(name: string, text: string | true | undefined): number | undefined {
  if (typeof text !== "string") return undefined;
  const time = readTime(text);
  if (time === undefined)
    throw new Stop(
      EXIT.usage,
      `--${name} wants a time such as 15m, 2h, 3d, 2026-11-18 or 2026-11-18T09:30Z.`,
    );
  return time;
}

function count({ options: { last } }: Args): number | undefined {
  if (last === undefined) return undefined;
  if (typeof last === "string" && /^[1-9]\d{0,8}$/.test(last)) return Number(last);
  throw new Stop(EXIT.usage, "--last wants a whole number from 1.");
}

function printer(io: Io, { options }: Args): (record: AuditRecord) => void {
  if (options["json"]) return (record) => print(io, JSON.stringify(record));
  const paint = styled(io);
  const width = io.stdout.columns ?? 0;
  return (record) => {
    const { time, tool, outcome, error_type, duration_ms, client, args } = record;
    const cells = [
      String(time).slice(0, 19).replace("T", " "),
      plain(String(tool)).padEnd(20),
      plain(error_type === undefined ? String(outcome) : `${outcome} ${error_type}`).padEnd(20),
      `${duration_ms === undefined ? "" : Math.round(Number(duration_ms))} ms`.padStart(9),
      plain(String(client ?? "")).padEnd(12),
      args === undefined ? "" : plain(JSON.stringify(args)),
    ];
    const line = cells.join("  ").trimEnd();
    const shown = width > 60 ? cut(line, width) : line;
    print(io, outcome === "ok" ? shown : paint(outcome === "error" ? "red" : "yellow", shown));
  };
}

async function verify(io: Io, folder: string, { options }: Args): Promise<number> {
  const { verifyAudit } = await import("../../store/audit-read.ts");
  const result = verifyAudit(folder);
  if (options["json"]) print(io, JSON.stringify(result));
  else if (!result.ok)
    print(io, `The chain is broken: ${result.file} line ${result.line}: ${result.reason}.`);
  else {
    const torn = result.torn > 0 ? ` ${result.torn} of them were cut short while being written.` : "";
    print(
      io,
      `The chain holds: ${counted(result.lines, "line")} in ${counted(result.files, "file")}.${torn}`,
    );
  }
  return result.ok ? EXIT.ok : EXIT.failed;
}

function parse(line: string): AuditRecord | undefined {
  try {
    // The line was written by the audit log; anything else in the file fails to parse or fits no filter.
    return JSON.parse(line) as AuditRecord;
  } catch {
    return undefined;
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
