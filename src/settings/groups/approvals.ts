import { flag, integer, oneOf, setting } from "../setting.ts";

/** How strictly a room's commands are held to the judge's verdict, strictest first. */
const STRICTNESS = ["enforce", "guard", "observe", "off"] as const;
export type Strictness = (typeof STRICTNESS)[number];

const stricter = (from: Strictness, to: Strictness) => STRICTNESS.indexOf(to) <= STRICTNESS.indexOf(from);

const strictness = (room: string, value: Strictness) =>
  setting<Strictness>({
    kind: oneOf(STRICTNESS),
    default: value,
    onBadValue: "enforce",
    doc: `How commands in ${room} are held: enforce (every dangerous one asks), guard (protected paths are refused, catastrophic ones ask), observe (only written down) or off.`,
    project: stricter,
  });

/** Settings of the approvals room. */
export const approvals = {
  shell: strictness("the guarded shell", "enforce"),
  tmux: setting({
    kind: oneOf(["auto", ...STRICTNESS]),
    default: "auto",
    onBadValue: "enforce",
    doc: "How commands in tmux panes are held: enforce, guard, observe or off; auto is guard, and observe in the profile libtmux.",
    project: (from, to) => to === from || (to !== "auto" && stricter(from === "auto" ? "guard" : from, to)),
  }),
  agents: strictness("agent sessions", "guard"),
  timeoutSeconds: setting({
    kind: integer(1, 3_600),
    default: 120,
    doc: "Seconds a call waits for a person; silence after that is a no.",
    project: "any",
  }),
  codeMinutes: setting({
    kind: integer(1, 1_440),
    default: 10,
    doc: "Minutes a code given to a client that cannot ask stays answerable.",
    project: (from, to) => to <= from,
  }),
  useSeconds: setting({
    kind: integer(5, 86_400),
    default: 300,
    doc: "Seconds after a yes within which the same call must be made again to run.",
    project: (from, to) => to <= from,
  }),
  grantMinutes: setting({
    kind: integer(0, 1_440),
    default: 30,
    doc: "Minutes a grant for one program lasts; 0 offers none.",
    project: (from, to) => to <= from,
  }),
  perMinute: setting({
    kind: integer(1, 1_000),
    default: 20,
    doc: "Questions one caller may raise in a minute.",
    project: (from, to) => to <= from,
  }),
  maxWaiting: setting({
    kind: integer(1, 1_000),
    default: 20,
    doc: "Questions that may wait for an answer at one time.",
    project: (from, to) => to <= from,
  }),
  autoAnswerMs: setting({
    kind: integer(0, 10_000),
    default: 300,
    doc: "An answer faster than this many milliseconds was not a person's.",
    project: (from, to) => to >= from,
  }),
  popup: setting({
    kind: flag,
    default: false,
    doc: "Also ask in a popup on the attached tmux client.",
    project: "never",
  }),
} as const;
