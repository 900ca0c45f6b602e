interface Details {
  /** What to call or change next, so that the failed call is the last wrong one. */
  readonly suggestion?: string | undefined;
  /** True when the caller can mend the call; false for faults of the machine or of termgate. */
  readonly expected?: boolean;
  /** True when the same call may succeed a moment later: only then is a readonly tool tried again. */
  readonly transient?: boolean;
  readonly cause?: unknown;
}

/** A failure told to the caller. Anything else that is thrown is a bug and is reported as one. */
export class ToolError extends Error {
  /** A stable word a program can branch on, such as `PaneNotFound`. */
  readonly errorType: string;
  readonly suggestion: string | undefined;
  readonly expected: boolean;
  readonly transient: boolean;

  constructor(errorType: string, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = errorType;
    this.errorType = errorType;
    this.suggestion = details.suggestion;
    this.expected = details.expected ?? true;
    this.transient = details.transient ?? false;
  }
}

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EROFS"]);
/** SQLite's own number for a full disk. */
const SQLITE_FULL = 13;

/** What the machine lacks is no bug: state that finds no room is told as that, wherever it was noticed. */
export function noRoom(error: unknown): ToolError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (!NO_ROOM.has(code) && !("errcode" in error && error.errcode === SQLITE_FULL)) return undefined;
  return new ToolError("StateUnwritable", `There is no room to write termgate's state (${code}).`, {
    suggestion: "Free space, or choose another folder with TERMGATE_STATE_DIR; `termgate doctor` names it.",
    expected: false,
    cause: error,
  });
}

/** A failure the protocol itself answers, as a JSON-RPC error: an unknown tool, a cursor that is none. */
export class ProtocolFault extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "ProtocolFault";
    this.code = code;
    this.data = data;
  }
}

/** The call must be made again with the person's answer: how protocol revision 2026-07-28 asks. */
export class InputNeeded extends ProtocolFault {
  readonly result: Readonly<Record<string, unknown>>;

  constructor(result: Readonly<Record<string, unknown>>) {
    super(0, "The call waits for a person's answer.");
    this.name = "InputNeeded";
    this.result = result;
  }
}
