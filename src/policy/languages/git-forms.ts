import { knownStart, literal, type Field } from "../shell/field.ts";

/** Sub-commands that only look, whatever their operands are. Options that would act are refused elsewhere. */
const LOOKS = new Set(
  "status log diff show rev-parse describe ls-files ls-tree blame annotate shortlog grep show-ref for-each-ref rev-list merge-base name-rev check-ignore check-attr diff-tree diff-files diff-index whatchanged count-objects version range-diff cherry show-branch var".split(
    " ",
  ),
);

type Form = (words: readonly string[], options: readonly string[]) => boolean;

const only = (...allowed: readonly RegExp[]): Form => {
  return (words, options) =>
    words.length === 0 && options.every((option) => allowed.some((each) => each.test(option)));
};

const LIST_OPTIONS =
  /^(-l|--list|-a|--all|-r|--remotes|-v|-vv|--verbose|-q|--no-color|--color(=.*)?|--column(=.*)?|--no-column|-i|--ignore-case|--sort(=.*)?|--format(=.*)?|--abbrev(=.*)?|--no-abbrev|--show-current|-n\d*|--omit-empty)$/;
const FILTERS = /^(--contains|--no-contains|--merged|--no-merged|--points-at)(=.*)?$/;

const FORMS: Readonly<Record<string, Form>> = {
  branch: (words, options) => listing(words, options),
  tag: (words, options) => listing(words, options),
  remote: (words, options) => {
    if (!options.every((option) => /^(-v|--verbose|-n|--push|--all)$/.test(option))) return false;
    // `remote show <name>` asks the network unless -n is given.
    return (
      words.length === 0 ||
      (words[0] === "get-url" && words.length === 2) ||
      (words[0] === "show" && (words.length === 1 || options.includes("-n")))
    );
  },
  stash: (words) => words[0] === "list" || (words[0] === "show" && words.length <= 2),
  reflog: (words) => !/^(expire|delete|drop|write)$/.test(words[0] ?? ""),
  worktree: (words) => words[0] === "list" && words.length === 1,
  submodule: (words, options) =>
    (words[0] === "status" || words[0] === "summary" || words.length === 0) &&
    options.every((option) => /^(--recursive|--cached|-q|--quiet)$/.test(option)),
  notes: (words) => words[0] === "list" || words[0] === "show" || words.length === 0,
  config: (words, options) => config(words, options),
  "cat-file": (_words, options) => options.length === 1 && /^-[ptse]$/.test(options[0] ?? ""),
  "symbolic-ref": (words, options) =>
    words.length === 1 && options.every((option) => /^(-q|--quiet|--short)$/.test(option)),
  bisect: (words) => (words[0] === "log" || words[0] === "view") && words.length === 1,
  bundle: (words) => words[0] === "verify" || words[0] === "list-heads",
  "": only(),
};

/** Why this form of a sub-command is not known to only look; undefined when it is. */
export function allowedForm(sub: string, rest: readonly Field[]): string | undefined {
  if (LOOKS.has(sub)) return undefined;
  const form = Object.hasOwn(FORMS, sub) ? FORMS[sub] : undefined;
  const known = rest.map((arg) => literal(arg) ?? knownStart(arg));
  const end = known.indexOf("--");
  const options = known.filter((word, at) => word.startsWith("-") && (end < 0 || at < end));
  const words = known.filter((word, at) => !word.startsWith("-") || (end >= 0 && at > end));
  if (form?.(words, options) === true) return undefined;
  return `git ${sub} may change the repository, use the network or run programs`;
}

/** `branch` and `tag` list only when told to, or when they have nothing to create. */
function listing(words: readonly string[], options: readonly string[]): boolean {
  if (!options.every((option) => LIST_OPTIONS.test(option) || FILTERS.test(option))) return false;
  const detached = options.filter((option) => FILTERS.test(option) && !option.includes("=")).length;
  const sorted = options.filter((option) => /^--(sort|format)$/.test(option)).length;
  const asked = options.some((option) => /^(-l|--list)$/.test(option) || FILTERS.test(option));
  return asked || words.length <= sorted + detached;
}

const CONFIG_SCOPE =
  /^(--global|--local|--system|--worktree|--show-origin|--show-scope|--null|-z|--name-only|--includes|--no-includes|--type=.*|--bool|--int|--path|--all)$/;

function config(words: readonly string[], options: readonly string[]): boolean {
  const acts = options.filter((option) => !CONFIG_SCOPE.test(option));
  const looks = acts.every((option) =>
    /^(-l|--list|--get|--get-all|--get-regexp|--get-urlmatch)$/.test(option),
  );
  if (!looks) return false;
  if (acts.some((option) => /^(-l|--list)$/.test(option))) return words.length === 0;
  if (acts.length > 0) return words.length >= 1 && words.length <= 2;
  if (/^(edit|set|unset|rename-section|remove-section)$/.test(words[0] ?? "")) return false;
  if (words[0] === "list") return words.length === 1;
  if (words[0] === "get") return words.length === 2;
  return words.length === 1;
}
