import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * What users of the server that the profile `libtmux` stands in for rely on, and what it got wrong: each with the
 * tests that show ours through the protocol. Titles are those in the source, placeholders included.
 */
type Proof = readonly [file: string, ...titles: string[]];

const SURFACE = "tools/surface";
const OWN = "tools/own-place";
const READING = "tools/reading";
const RUNNING = "tools/running";
const WAITING = "tools/waiting";
const CANCELLED: Proof = [
  "tools/cancelling",
  "$tool with $args ends when it is cancelled, unanswered and without a trace",
  "a call that is cancelled in the same breath types nothing",
];
const NEAR_LIMIT = "after %i and then %i lines at a prompt, everything is there or said to be missed";

const KEPT: Record<string, readonly Proof[]> = {
  "1 tools by tier, by default and with a tier nobody knows": [
    ["tools/settings", "started with %j a client is shown %i tools"],
  ],
  "2 one tier tag and the right hints on each tool": [
    [
      SURFACE,
      "the drop-in lists exactly the fifty-six tools, with their tiers and hints",
      "each tool carries its tier as the one tag, and marks a result that is to be unwrapped",
    ],
  ],
  "3 a socket name on every tool that talks to one server": [
    [SURFACE, "every tool but the servers' list and the batches takes a socket name"],
  ],
  "4 tools that ask to be loaded always": [[SURFACE, "three tools ask to be loaded always"]],
  "5 name and short instructions in every tier, inside tmux and outside": [
    [SURFACE, "at the tier ${safety} there are ${count} tools, and the instructions fit and name the tier"],
    [OWN, "the instructions name our own pane at the tier ${safety}"],
  ],
  "6 instructions drop a long socket name first": [
    [OWN, "a socket name too long for the instructions is left out before the pane"],
  ],
  "7 expected failures by type, without a prefix": [
    [SURFACE, "what does not exist is told with what does, and where to look"],
    [
      "middleware/pipeline",
      "errors: a failure of the caller arrives as a result with its type and no prefix",
    ],
  ],
  "8 a suggestion that ends the text": [
    [SURFACE, "what does not exist is told with what does, and where to look"],
  ],
  "9 unknown arguments by name, and the client that scheduled": [
    [SURFACE, "an unknown argument is named, a rejected value is not"],
  ],
  "10 rejected values nowhere": [
    [
      SURFACE,
      "an unknown argument is named, a rejected value is not",
      "a rejected value is in no log either",
    ],
  ],
  "11 a long error stays an error": [
    [
      "middleware/pipeline",
      "limit: an error that is too long stays an error, with its meta and its suggestion",
    ],
  ],
  "12 an ordinary result keeps its structure": [
    ["middleware/pipeline", "limit: leaves an ordinary result alone"],
  ],
  "13 passing failures: reads again, changes never": [
    [
      "tools/retrying",
      "a reading call is made once more when tmux fails in passing, and is one line in the log",
      "a reading call that fails twice has failed",
      "%s is not made again",
    ],
    [SURFACE, "a reading call on a stopped server is not given its time twice"],
    ["middleware/pipeline", "retry: a lasting failure is not tried again"],
  ],
  "14 a refused tier is in the log": [
    [SURFACE, "a call above the tier is refused with the tier it needs, and is in the log"],
  ],
  "15 hashes in the log, names of variables, no payload": [
    [
      "tools/audited",
      "the log knows a hash of what %s was given as %s",
      "the log knows the names of variables, not their values",
    ],
  ],
  "16 batches in the log like calls": [
    ["tools/audited", "members of a batch are written down like calls, and what is no member by its type"],
    ["tools/batch", "the log has one line for each call of a batch, and no payload in any"],
  ],
  "17 our own place is spared, its ids elsewhere are not": [
    [OWN, "%s of our own place is refused: %j", "the same ids on another server are somebody else's"],
  ],
  "18 doubt about our place counts as ours": [
    [
      OWN,
      "with only the pane known, doubt counts as ours",
      "a socket of the same name elsewhere may be ours",
    ],
  ],
  "19 the mark of our pane: sure, elsewhere, outside": [
    [
      OWN,
      "our pane is marked, others are not, and on another server none is",
      "our pane is known by another path of the same socket",
    ],
    [READING, "a snapshot tells screen, cursor and state in one answer"],
  ],
  "20 nothing is killed that was not named": [[OWN, "%s has no target of its own choice: %j"]],
  "21 a capture keeps its end and says so first": [
    [READING, "a capture over its limit keeps the end and starts with how much is missing"],
  ],
  "22 the first reading is the screen, the next what is new": [
    [READING, "reading goes on where the last reading ended"],
  ],
  "23 reading follows into the scrollback": [
    [READING, "reading goes on where the last reading ended", NEAR_LIMIT],
  ],
  "24 a row written over is news": [
    [READING, "a row that a program wrote over is news", "a rewritten row is news"],
  ],
  "25 a cleared history is a gap, and reading goes on": [
    [READING, "a cleared history is said to be missed, with a resize: %s, and the new cursor works"],
  ],
  "26 four bad cursors, four errors": [
    [
      READING,
      "a cursor that is forged, foreign, or of a pane that ended or began anew is refused, each with its own error",
    ],
  ],
  "27 limits are told in fields": [
    [READING, "limits cut from the head and are told in fields, never within the lines"],
  ],
  "28 the true status of a command": [
    [RUNNING, "%j ends with %i", "state changed by a command stays in its own shell"],
  ],
  "29 a command outlives its call, whose time is told": [
    [RUNNING, "a command that outlives its call goes on, and its rest and status come later"],
    [WAITING, "a timeout above the ceiling is shortened, and the result says to what"],
  ],
  "30 a cancelled wait is over": [CANCELLED],
  "31 several lines and the history": [
    [
      RUNNING,
      "asked for by name, suppressed history takes one line, and nothing is typed otherwise",
      "several lines, a here-document and quotes run as they are",
      "the listing says that commands are kept out of the history",
      "the listing says that commands go into the history",
    ],
  ],
  "32 no row of ours in the output, none like ours lost": [
    [RUNNING, "rows of ours are hidden, rows like them are kept, under a long prompt too"],
  ],
  "33 a wait sees what is new, all of it, and only that": [
    [
      WAITING,
      "a wait sees what is printed after it began, not what was there",
      "a row that had begun before the wait is seen once it is finished",
      "text is matched across a wrap and by expression",
    ],
  ],
  "34 stops before patterns, which one it was, and any output": [
    [
      WAITING,
      "a stop beats a pattern that comes with it, also in two pieces: %s",
      "without patterns any output counts, also an empty line at the prompt",
    ],
  ],
  "35 what a wait outlives and what ends it": [
    [
      WAITING,
      "a pager in the way is named as the reason",
      "a wait goes on while the window grows and the history is cleared",
      "a pane that ends or begins anew ends the wait with an error",
    ],
  ],
  "36 bounds of a wait": [
    [
      WAITING,
      "what is shown at the end of a wait is bounded",
      "a timeout above the ceiling is shortened, and the result says to what",
      "%j is refused",
    ],
  ],
  "37 channels: signal, lost server, other calls": [
    [
      WAITING,
      "a signal wakes the wait while other calls are served",
      "a wait fails when the server goes away under it",
    ],
  ],
  "38 searching: order, pages, hostile text, wraps": [
    [
      "tools/searching",
      "matches are paged in the order of pane numbers",
      "%j is found as it stands, and nothing else is",
      "text is found across a wrap and in the scrollback",
    ],
  ],
  "39 buffers: own names, every byte, gone at the end": [
    [
      "tools/buffers",
      "a buffer gives back every byte, pastes, and goes",
      "%s leaves the person's own buffers alone",
      "buffers left over go when the server stops, others stay",
    ],
    ["tools/typing", "a megabyte is pasted byte for byte, and no buffer stays"],
  ],
  "40 batches: what they refuse, isolation, size; pipes to any path": [
    [
      "tools/batch",
      "%s does not call %s",
      "nothing and a thousand and one are not a batch",
      "a failure stops the batch, or is one row of it",
      "the largest rows are shortened first, and the answer says by how much",
    ],
    ["tools/changing", "output is piped to exactly the file %j"],
  ],
};

const MENDED: Record<string, readonly Proof[]> = {
  "a reading near the history limit": [[READING, NEAR_LIMIT]],
  "b literal brackets": [["tools/searching", "%j is found as it stands, and nothing else is"]],
  "c dashes and semicolons": [["tools/typing", "%j arrives in the pane as it is"]],
  "d grouped sessions": [[SURFACE, "a pane is found by its id in grouped sessions and linked windows"]],
  "e long output": [[RUNNING, "output that scrolled off is there too, and a limit keeps the end"]],
  "f an open quote": [[RUNNING, "an unfinished quote is told at once and leaves a shell that works"]],
  "g copy mode": [[RUNNING, "copy mode is no trap"]],
  "h a signal after a timeout": [
    [
      WAITING,
      "a signal that comes after a wait gave up is there for the next wait",
      "a signal that nobody here waits for any more is there for somebody else",
    ],
  ],
  "i a socket name beside a default path": [[SURFACE, "a socket name in a call wins over a default path"]],
  "j over a megabyte": [[READING, "text over a megabyte stays within the limit and the schema of its tool"]],
  "k types of resources, and missing ones": [
    [
      "resources/resources",
      "each template is declared with the type its content really has",
      "%s is JSON and says so",
      "the content of a pane is plain text",
      "%s does not exist, and the protocol says so in its own way",
    ],
  ],
  "l the tier a call needs": [
    [SURFACE, "a call above the tier is refused with the tier it needs, and is in the log"],
  ],
  "m a log without being asked for": [
    ["middleware/pipeline", "audit: every call leaves one line, with payloads as length and hash only"],
  ],
  "n no lines at all": [[READING, "%s refuses %j"]],
  "o the new layout": [["tools/changing", "a layout is told as it is after the change"]],
  "p Enter at a prompt": [[WAITING, "without patterns any output counts, also an empty line at the prompt"]],
  "q a made-up page": [[SURFACE, "a cursor nobody gave out is refused by the lists"]],
  "r no answer once cancelled": [CANCELLED],
  "s little progress": [
    [WAITING, "a waiting client that wants to hear of progress hears at once, and little"],
  ],
  "t nothing left after a timeout": [
    [RUNNING, "a command that outlives its call goes on, and its rest and status come later"],
  ],
};

test("no behaviour is missing from the lists", () => {
  const first = (list: Record<string, unknown>) => Object.keys(list).map((name) => name.split(" ", 1)[0]);

  expect(first(KEPT)).toEqual(Array.from({ length: 40 }, (_, i) => String(i + 1)));
  expect(first(MENDED).join("")).toBe("abcdefghijklmnopqrst");
});

test.for(Object.entries({ ...KEPT, ...MENDED }))("%s is shown by tests that exist", ([, proofs]) => {
  for (const [file, ...titles] of proofs) {
    const source = readFileSync(new URL(`../${file}.test.ts`, import.meta.url), "utf8");
    expect(titles).not.toEqual([]);
    for (const title of titles) {
      const at = Math.max(...['"', "`"].map((quote) => source.indexOf(`${quote}${title}${quote},`)));
      expect(at, `${file}: ${title}`).toBeGreaterThan(0);
      expect(source.slice(0, at), `${file}: ${title}`).not.toMatch(/\.(skip|todo|fails)\(\s*$/);
    }
  }
});
