import { z } from "zod";
import { as } from "./args.ts";

/** The groups of arguments the tmux tools share. The names say what they are, so the listing need not repeat it. */

export const SOCK = { socket_name: as("socket", z.string()).optional() };

export const SESS = {
  session_name: as("session_name", z.string()).optional(),
  session_id: as("session", z.string()).optional(),
};

const window_id = as("window", z.string()).optional();

export const WIN = { window_id, window_index: as("window_index", z.string()).optional(), ...SESS };

export const PANE = { pane_id: as("pane", z.string()).optional(), ...SESS, window_id };

export const HIST = { suppress_persistent_history: z.boolean().default(false) };

export const ENV = { environment: as("environment", z.record(z.string(), z.string())).optional() };

export const startDirectory = as("cwd", z.string()).optional();

export const shell = as("command", z.string()).optional();

export const FILTERS = {
  filters: z.record(z.string(), z.string()).optional().describe('Such as {"pane_title__contains":"x"}'),
};

/** Rows or bytes a text may have; null for all of them. */
export const maxLines = (most: number | null) => z.int().min(1).nullable().default(most);

/** Where an option or hook is looked up. */
export const SCOPE = {
  scope: z.enum(["server", "session", "window", "pane"]).optional(),
  target: z.string().optional(),
  global_: z.boolean().default(false),
};

export const channel = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/);
