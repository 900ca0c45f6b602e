/** What the program's exit code means. Documented in --help. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  environment: 3,
  settings: 4,
  waits: 5,
  timeout: 6,
  interrupted: 130,
} as const;

export const EXIT_MEANINGS: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.ok, "it worked"],
  [EXIT.failed, "it failed, or what was checked is not in order"],
  [EXIT.usage, "wrong command, flag or argument"],
  [EXIT.environment, "something the machine lacks: Node, tmux, a writable state folder"],
  [EXIT.settings, "a settings file is broken, so nothing was started"],
  [EXIT.waits, "an agent waits for somebody's answer"],
  [EXIT.timeout, "an agent was not done in time"],
  [EXIT.interrupted, "Ctrl-C; what was started has been ended again"],
];

/** Ends the command with this code after telling why. */
export class Stop extends Error {
  readonly code: number;
  readonly hint: string | undefined;

  constructor(code: number, message: string, hint?: string) {
    super(message);
    this.name = "Stop";
    this.code = code;
    this.hint = hint;
  }
}
