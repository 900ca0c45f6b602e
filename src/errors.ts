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
