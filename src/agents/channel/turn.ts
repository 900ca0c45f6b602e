type TurnOutcome = "running" | "completed" | "failed" | "interrupted";

/** One prompt and what came of it, as the program's own records tell it. */
export interface Turn {
  /** The program's own id where it gives one; it names this turn for good, so a reply is never taken for another's. */
  readonly id: string;
  readonly prompt: string;
  readonly startedAt: number;
  readonly outcome: TurnOutcome;
  /** The answer, byte for byte; only a completed turn has one. */
  readonly text?: string | undefined;
  readonly error?: string | undefined;
  /** Tool calls so far, for progress. */
  readonly tools: number;
  /** Still running by its records, though the program has been idle since it began: if its words are back in the composer, it was interrupted before it said anything. */
  readonly hushed?: boolean;
}

/** What the program's own files say at one moment. */
export interface ChannelNews {
  /** Undefined when the files say nothing about it. */
  readonly phase: "busy" | "idle" | "waiting" | undefined;
  /** What it waits for, in the program's words. */
  readonly waitingFor?: string | undefined;
  /** Oldest first. */
  readonly turns: readonly Turn[];
  /** The program's own name of the conversation, which resumes it. */
  readonly sessionId?: string | undefined;
  /** The file these turns were read from. */
  readonly transcript?: string | undefined;
  /** Where each statement comes from, for evidence. */
  readonly sources: readonly string[];
}

/** Reads one agent's files. Reading is cheap and may happen at any time; `paths` says what to watch for news. */
export interface Channel {
  news(): ChannelNews;
  /** The turns of a conversation the program may have left since. */
  turnsIn(transcript: string): readonly Turn[];
  paths(): readonly string[];
}

export interface ChannelPlace {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The conversation's id, known from the start or found out later. */
  readonly sessionId: string | undefined;
  /** Folder our hooks write into, one file per event. */
  readonly events: string;
  readonly pid: number | undefined;
  /** When the process was started. */
  readonly since: number;
}

export const QUIET: ChannelNews = { phase: undefined, turns: [], sources: [] };
