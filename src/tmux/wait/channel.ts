import { ToolError } from "../../errors.ts";
import { start } from "../../os/process.ts";
import { clientEnvironment, serverArgs } from "../connect.ts";
import { command } from "../control/quote.ts";
import type { Server } from "../server.ts";
import { atMost, settle, type Within, within } from "../within.ts";

const NAME = /^[A-Za-z0-9_.:-]{1,128}$/;
/** Each is a small process; more than this many forgotten names are a mistake. */
const MOST_WAITERS = 64;

/**
 * Waits, and says with which status. Then it is told a line; an end of input instead means that we died, however that
 * was, and the waiter is woken: tmux would keep it, and it would take the next signal.
 */
const WAIT = `channel=$1; shift
{ "$@" wait-for "$channel"; echo $?; } </dev/null &
read -r _ || "$@" wait-for -S "$channel"
wait`;

interface Waiter {
  /** Settles with true when the signal came, with false when the server went away. */
  readonly signalled: Promise<boolean>;
  /** Ends it without a signal, where the server takes none. */
  readonly end: () => void;
  /** How many calls would take the signal. */
  wanted: number;
}

const waiters = new WeakMap<Server, Map<string, Waiter>>();

/**
 * Waits for a signal on a channel; false when none came in time. tmux would give a later signal to a waiter that is
 * gone, so one that timed out stays: the next call on the channel goes on with it, and a signal that nobody here wants
 * any more goes back to tmux, for whoever waits next.
 */
export async function waitForChannel(server: Server, channel: string, limit: Within): Promise<boolean> {
  checked(channel);
  // Only a live server can be waited on; this also tells one that does not answer.
  await server.connection(atMost(limit, 5_000));
  const all = waiters.get(server) ?? new Map<string, Waiter>();
  waiters.set(server, all);
  const waiter = all.get(channel) ?? waitOn(server, channel, all);
  waiter.wanted += 1;
  const came = await settle(waiter.signalled, limit, () => new TimedOut())
    .catch(timedOut)
    .finally(() => (waiter.wanted -= 1));
  if (came === undefined) return false;
  if (came) return true;
  throw new ToolError(
    "TmuxServerNotRunning",
    `The tmux server on ${server.label} went away during the wait.`,
    {
      suggestion: "list_servers shows the servers that run.",
    },
  );
}

/** Wakes who waits on the channel; with nobody there, the next one to wait is not kept waiting. */
export async function signalChannel(server: Server, channel: string, limit: Within): Promise<void> {
  checked(channel);
  await server.write([command("wait-for", "-S", channel)], limit);
}

/** Lets go of every channel. A waiter is woken, not killed: a killed one would swallow the next signal. */
export async function leaveChannels(server: Server): Promise<void> {
  const all = waiters.get(server);
  waiters.delete(server);
  for (const [channel, waiter] of all ?? []) {
    await signalChannel(server, channel, within(1_000)).catch(waiter.end);
    await settle(waiter.signalled, within(1_000), () => new TimedOut()).catch(waiter.end);
  }
}

function waitOn(server: Server, channel: string, all: Map<string, Waiter>): Waiter {
  if (all.size >= MOST_WAITERS) {
    throw new ToolError("TooManyChannels", `${MOST_WAITERS} channels are being waited on already.`, {
      suggestion: "Signal channels that are no longer needed, or use fewer names.",
    });
  }
  const { tmuxBin, environment } = server.options;
  const tmux = [tmuxBin, ...serverArgs(server.options), "-N"];
  // In a group of its own: a Ctrl-C that is meant for us must not end it before it is woken.
  const child = start("/bin/sh", ["-c", WAIT, "sh", channel, ...tmux], {
    env: clientEnvironment(environment),
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const done = Promise.withResolvers<boolean>();
  const waiter: Waiter = { end: () => endGroup(child.pid), signalled: done.promise, wanted: 0 };
  all.set(channel, waiter);
  child.on("error", () => done.resolve(false));
  child.stdin?.on("error", () => {});
  let status = "";
  child.stdout?.on("data", (data: Buffer) => {
    status += data.toString();
    child.stdin?.end("\n");
  });
  child.on("close", () => {
    // tmux ends a waiter without complaint when the server goes away, too.
    const answer = alive(server, status.trim() === "0").catch(() => false);
    void answer.then((signalled) => {
      if (all.get(channel) === waiter) all.delete(channel);
      done.resolve(signalled);
      // Unless we let go of every channel and woke it ourselves.
      const ours = waiters.get(server) === all;
      if (signalled && ours && waiter.wanted === 0)
        return signalChannel(server, channel, within(2_000)).catch(() => {});
    });
  });
  return waiter;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid);
  } catch {
    // It has ended already.
  }
}

/** Asked over the client that was open before: a server on its way out does not answer it any more. */
async function alive(server: Server, clean: boolean): Promise<boolean> {
  if (!clean) return false;
  const limit = within(2_000);
  const { channel } = await server.connection(limit);
  await channel.send(["display-message -p x"], limit);
  return channel.isOpen;
}

class TimedOut extends Error {}

function timedOut(error: unknown): undefined {
  if (error instanceof TimedOut) return undefined;
  throw error;
}

function checked(channel: string): void {
  if (NAME.test(channel)) return;
  throw new ToolError(
    "ExpectedToolError",
    "A channel name has 1 to 128 letters, digits, dots, dashes, colons or underscores.",
  );
}
