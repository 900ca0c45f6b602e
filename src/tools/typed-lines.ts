import { readFileSync, readlinkSync } from "node:fs";
import { isInteractive } from "../approvals/interactive.ts";
import { keystrokes } from "../approvals/key-names.ts";
import {
  EMPTY_LINE,
  type Keystroke,
  type PromptLine,
  type Submitted,
  typeInto,
} from "../approvals/typed-line.ts";
import { readsTerminal } from "../os/reads-terminal.ts";
import { bare, foreground, isBridge, isShell } from "../tmux/foreground.ts";
import { showBuffer } from "../tmux/buffers.ts";
import { paneFields } from "../tmux/listing.ts";
import { readingPane, requirePane, requireTarget } from "../tmux/target.ts";
import { entryLimit } from "../tmux/wait/entry.ts";
import { atMost } from "../tmux/within.ts";
import { byRole, type Role, rolesOf } from "./args.ts";
import { bufferPrefix, reach, type Reach } from "./tmux-reach.ts";
import type { Call } from "./tool.ts";

interface SubmittedThere extends Submitted {
  /** The folder it would run in. */
  readonly cwd: string;
  /** Typed ahead, while another program has the terminal: a shell may read it when that one is done. */
  readonly ahead: boolean;
}

/** What is known of the panes keys go to. */
export interface LineTracker {
  /** The lines this call would submit to shell prompts. */
  submitted(call: Call): Promise<readonly SubmittedThere[]>;
  /** Where a command of a call that names a pane may run, when it does not say: in one of these folders. */
  folders(call: Call): Promise<readonly string[]>;
  /** Called once the call has run: what it typed is at the prompt now. */
  sent(call: Call): void;
}

const MOST_PANES = 1_000;

/**
 * Follows what calls type into panes, so that a line is judged when it is submitted even if it came in pieces. What a
 * call types is remembered only once it was really sent.
 */
export function typedLines(): LineTracker {
  const lines = new Map<string, PromptLine>();
  const pending = new WeakMap<Call, { readonly pane: string; readonly state: PromptLine }>();

  return {
    async submitted(call) {
      if (!typesIntoPane(call)) return [];
      const at = await reachFor(call);
      const pane = await paneOf(call, at);
      const typed = await strokes(call, at);
      const before = lines.get(pane.key) ?? EMPTY_LINE;
      const kind = pane.kind === "program" ? "program" : "shell";
      const followed = typeInto(kind, before, typed);
      pending.set(call, { pane: pane.key, state: followed.state });
      // Should the line at the prompt be gone without our knowing, what this call types is the whole line.
      const alone = before === EMPTY_LINE ? [] : typeInto(kind, EMPTY_LINE, typed).submitted;
      const place = { cwd: pane.cwd, ahead: pane.kind === "busy" };
      return [...followed.submitted, ...alone].map((line) => ({ ...line, ...place }));
    },

    async folders(call) {
      if (!Object.hasOwn(call.tool.input, "pane_id") || !has(call, "command") || has(call, "cwd")) return [];
      const at = await reachFor(call);
      const { cwd } = await paneOf(call, at);
      const canBeTold = rolesOf(call.tool).some(({ role }) => role === "cwd");
      return canBeTold ? [...new Set([cwd, ...(await beginnings(call, at))])] : [cwd];
    },

    sent(call) {
      const done = pending.get(call);
      if (!done) return;
      lines.delete(done.pane);
      if (done.state !== EMPTY_LINE) lines.set(done.pane, done.state);
      const [oldest] = lines.keys();
      if (lines.size > MOST_PANES && oldest !== undefined) lines.delete(oldest);
    },
  };
}

/** A call that says how long it may take is not kept longer before it begins. */
async function reachFor(call: Call): Promise<Reach> {
  const at = await reach(call.context, socketOf(call) || undefined);
  const { timeout } = call.input;
  return typeof timeout === "number" ? { ...at, limit: entryLimit(atMost(at.limit, timeout * 1_000)) } : at;
}

function socketOf({ input }: Call): string {
  return typeof input["socket_name"] === "string" ? input["socket_name"] : "";
}

/** By its arguments: keys or a buffer on one side, a pane on the other. */
function typesIntoPane({ tool, input }: Call): boolean {
  const roles = byRole(tool, input).map(({ role }) => role);
  const hasPane = Object.hasOwn(tool.input, "pane_id");
  return hasPane && (roles.includes("keys") || typeof input["buffer_name"] === "string");
}

function has({ tool, input }: Call, role: Role): boolean {
  return byRole(tool, input).some((argument) => argument.role === role);
}

async function strokes(call: Call, { server, limit }: Reach): Promise<Keystroke[]> {
  const { input, context } = call;
  const typed = byRole(call.tool, input)
    .filter(({ role }) => role === "keys")
    .flatMap(({ name, value }): Keystroke[] => {
      const text = `${input["suppress_history"] === true ? " " : ""}${String(value)}`;
      return name === "keys" && input["literal"] !== true ? keystrokes(text) : [{ kind: "text", text }];
    });
  const buffer = input["buffer_name"];
  const pasted =
    typeof buffer === "string"
      ? await showBuffer(server, buffer, { prefix: bufferPrefix(context), limit })
      : "";
  const enter: Keystroke[] = input["enter"] === true ? [{ kind: "key", name: "Enter" }] : [];
  return [...typed, ...(pasted === "" ? [] : [{ kind: "text", text: pasted } as const]), ...enter];
}

interface TargetPane {
  readonly key: string;
  /** Busy: a program has the terminal that does not read it, and a shell waits behind. */
  readonly kind: "shell" | "program" | "busy";
  readonly cwd: string;
}

const FIELDS = ["pane_pid", "pane_current_command", "pane_current_path", "alternate_on"] as const;

async function paneOf(call: Call, { server, limit }: Reach): Promise<TargetPane> {
  await requireTarget(server, call.input, limit);
  const read = (id: string) => paneFields(server, id, { fields: FIELDS }, limit);
  const row = await readingPane(server, call.input, limit, read);
  const pid = Number(row?.pane_pid);
  const front = foreground(pid);
  const name = front?.name ?? row?.pane_current_command ?? "";
  // Behind a bridge such as ssh another shell reads the line.
  const isPrompt = isShell(name) ? front?.forked !== true : isBridge(name) || bare(name) === "";
  const takesLines =
    row?.alternate_on === "1" ||
    isInteractive(bare(name)) ||
    !isShell(nameOf(pid) ?? "sh") ||
    (front !== undefined && readsTerminal(pid, front.pid));
  return {
    key: `${socketOf(call)}\0${row?.pane_id}\0${pid}`,
    kind: isPrompt ? "shell" : takesLines ? "program" : "busy",
    // What is typed ahead runs where the shell is, not where the program works.
    cwd: folderOf(isPrompt ? (front?.pid ?? pid) : pid) ?? row?.pane_current_path ?? "/",
  };
}

/** A program that is started anew begins where its session or its pane did, as tmux sees fit. */
async function beginnings(call: Call, { server, limit }: Reach): Promise<string[]> {
  const { paneId, target: place } = await requirePane(server, call.input, limit);
  const fields = ["session_path", "pane_start_path"] as const;
  const row = await paneFields(server, paneId, { fields, place }, limit);
  return fields.flatMap((field) => row?.[field] || []);
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function nameOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return undefined;
  }
}
