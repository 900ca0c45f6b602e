import { isAbsolute } from "node:path";
import { sensitiveNames } from "../redact/secrets.ts";

export interface ChildEnvironmentOptions {
  /** Patterns for further names of secrets. */
  readonly patterns: readonly string[];
  /** Names that reach the child although they look like secrets. */
  readonly allowed: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that make a shell or a common program run, load or read something that was never judged. */
const STEERS =
  /^(?:BASH_ENV|ENV|BASH_FUNC_.*|LD_.*|DYLD_.*|GIT_.*|.*PAGER|PS[0-4]|PROMPT_COMMAND|IFS|CDPATH|SHELLOPTS|BASHOPTS|BASH_XTRACEFD|GLOBIGNORE|POSIXLY_CORRECT|EDITOR|VISUAL|LESS|LESSOPEN|LESSCLOSE|RIPGREP_CONFIG_PATH|GREP_OPTIONS|NODE_OPTIONS|NODE_PATH|PYTHON(?:STARTUP|PATH|HOME|INSPECT)|PERL5?(?:OPT|LIB|DB)|PERL5DB|RUBY(?:OPT|LIB)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GCONV_PATH|LOCPATH|NLSPATH|TAR_OPTIONS|GZIP|ZIPOPT|TMUX|TMUX_PANE|TERMGATE_.*|SAFESHELL_.*)$/;

const FIXED: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  TERM: "dumb",
};

/** The environment a command gets: nothing that steers programs, no secrets, no relative folder in PATH. */
export function childEnvironment(from: Variables, options: ChildEnvironmentOptions): Record<string, string> {
  const isSecret = sensitiveNames(options.patterns);
  const child: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined) continue;
    const wanted = options.allowed.includes(name) || (!STEERS.test(name) && !isSecret(name));
    if (wanted) child[name] = value;
  }
  const path = (from["PATH"] ?? "").split(":").filter(isAbsolute).join(":");
  return { ...child, ...FIXED, PATH: path || "/usr/local/bin:/usr/bin:/bin" };
}

const QUIET_GIT: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.sshCommand", "false"],
  ["diff.external", ""],
  ["diff.autoRefreshIndex", "false"],
  ["log.showSignature", "false"],
  ["protocol.ext.allow", "never"],
];

/**
 * Settings under which reading a repository starts no program its own configuration names. Only for commands that
 * run unasked: a commit a person approved runs that person's hooks.
 */
export function quietGit(): Record<string, string> {
  const variables: Record<string, string> = {
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CONFIG_COUNT: String(QUIET_GIT.length),
  };
  QUIET_GIT.forEach(([key, value], index) => {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return variables;
}
