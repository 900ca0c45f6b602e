import type { Call } from "../call.ts";
import { afterSeparator } from "../paths/location.ts";
import { physical } from "../paths/physical.ts";
import { isUnknown, knownStart, literal, shown, type Field } from "../shell/field.ts";
import { allowedForm } from "./git-forms.ts";
import { hostileSettings } from "./git-settings.ts";

const GLOBAL_FLAGS =
  /^(--no-pager|-P|--version|--no-optional-locks|--literal-pathspecs|-v|--help|-h|--icase-pathspecs|--glob-pathspecs|--noglob-pathspecs)$/;
const GLOBAL_VALUES =
  /^(-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix|--attr-source)$/;

/** Options that run helpers, write files or read files outside the repository, whatever the sub-command. */
const NEVER =
  /^(--output(=.*)?|--ext-diff|--textconv|--filters|-O.*|--open-files-in-pager(=.*)?|--exec(=.*)?|--upload-pack(=.*)?|--receive-pack(=.*)?|--show-signature|--contents(=.*)?|--help|--paginate|--edit-description|--edit|--parseopt|--sq-quote|--filter=.*|--batch-command.*|--run|--stdin|--orderfile)$/;

/** Long options git takes abbreviated. */
const NEVER_LONG = [
  "--output",
  "--ext-diff",
  "--textconv",
  "--filters",
  "--open-files-in-pager",
  "--upload-pack",
  "--show-signature",
  "--contents",
  "--exec",
];
const LONGER_AND_FINE = /^--text$/;

/** git: only sub-commands and forms that look, and only where the repository itself starts no programs. */
export function judgeGit(call: Call): void {
  const { args } = call;
  let at = 0;
  for (; at < args.length; at += 1) {
    const word = literal(args[at]);
    const start = knownStart(args[at] ?? []);
    if (word === undefined && !start.startsWith("-")) break;
    if (!start.startsWith("-")) break;
    if (word !== undefined && GLOBAL_FLAGS.test(word)) {
      if (word === "--help" || word === "-h")
        call.ask("git-read-only", "runs programs", "git help opens a viewer");
      continue;
    }
    call.ask(
      "git-read-only",
      "unsafe option",
      `git ${shown(args[at] ?? [])} changes where git looks or what it runs`,
    );
    at += globalOption(args, at, call);
  }
  const sub = literal(args[at]);
  const rest = args.slice(at + 1);
  if (sub === undefined) {
    if (args[at] !== undefined)
      call.ask("git-read-only", "unresolved word", "the sub-command is only known at run time");
    return;
  }
  rest.forEach((arg, position) => {
    word(arg, sub, call);
    if (/^--outp?u?t?$/.test(knownStart(arg))) call.touch(rest[position + 1], "write");
    else if (/^--outp?u?t?=/.test(knownStart(arg))) call.touch(afterSeparator(arg, "="), "write");
  });
  const complaint = allowedForm(sub, rest);
  if (complaint !== undefined) {
    call.ask("git-read-only", "repository change", complaint);
    for (const arg of rest) unsafeTouch(arg, call);
    return;
  }
  paths(sub, rest, call);
  for (const cwd of call.scope.cwds ?? []) {
    const reason = hostileSettings(physical(cwd, call.trial.world.facts).path, call.trial.world.facts);
    if (reason !== undefined)
      call.ask("git-settings", "runs programs", reason, "Ask the person to look at .git/config.");
  }
}

/** How many further words a global option takes; the paths it names are looked at. */
function globalOption(args: readonly Field[], at: number, call: Call): number {
  const start = knownStart(args[at] ?? []);
  const attached = /^(-C|--git-dir=|--work-tree=|--exec-path=)(.+)/.exec(start);
  if (attached) {
    const value = attached[2] ?? "";
    call.touch([{ kind: "text", text: value }], "search");
    return 0;
  }
  if (!GLOBAL_VALUES.test(start)) return 0;
  if (/^(-C|--git-dir|--work-tree|--exec-path)$/.test(start)) call.touch(args[at + 1], "search");
  return 1;
}

function word(arg: Field, sub: string, call: Call): void {
  const known = literal(arg);
  const start = knownStart(arg);
  if (known === undefined && (isUnknown(arg) || start.startsWith("-"))) {
    const couldBeOption = start === "" || start.startsWith("-");
    if (
      couldBeOption ||
      arg.some((piece) => piece.kind === "unknown" && piece.splits && piece.shape === "any")
    ) {
      call.ask(
        "dynamic-option",
        "unresolved word",
        `${shown(arg)} may become an option of git ${sub} at run time`,
      );
    }
    return;
  }
  // -O names an order file for diffs and a pager for grep; both may stand in a cluster.
  const orderFile = /^-[A-Za-z]*O/.test(start);
  const name = start.includes("=") ? start.slice(0, start.indexOf("=")) : start;
  const abbreviated =
    name.length > 4 && !LONGER_AND_FINE.test(name) && NEVER_LONG.some((long) => long.startsWith(name));
  if (NEVER.test(start) || abbreviated || orderFile) {
    call.ask(
      "git-read-only",
      "unsafe option",
      `git ${sub} ${name} writes a file, reads another one or runs a program`,
    );
  }
}

/** Operands are revisions or paths; those that leave the repository are looked at as paths. */
function paths(sub: string, rest: readonly Field[], call: Call): void {
  for (const arg of rest) {
    const start = knownStart(arg);
    const equals = start.indexOf("=");
    const value = start.startsWith("--") && equals > 0 ? start.slice(equals + 1) : start;
    if (
      /^(\/|~|\.\.\/|\.\.$)/.test(value) ||
      (sub === "diff" && rest.some((each) => literal(each) === "--no-index"))
    ) {
      if (!start.startsWith("-")) call.touch(arg, "search");
      else if (equals > 0 && value.startsWith("/")) call.touch([{ kind: "text", text: value }], "read");
    }
  }
}

function unsafeTouch(arg: Field, call: Call): void {
  const start = knownStart(arg);
  const equals = start.indexOf("=");
  const value = start.startsWith("-") && equals > 0 ? start.slice(equals + 1) : start;
  if (/^(\/|~|\.\.?\/)/.test(value)) call.touch([{ kind: "text", text: value }], "unknown");
}
