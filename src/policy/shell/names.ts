import { dangerous, type Charge } from "../charge.ts";

/** Variables that change how text looks and nothing else. */
const HARMLESS =
  /^(LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|TERM|COLUMNS|LINES|CI|NODE_ENV)$/;

/** Variables that change what runs, what is loaded, or where things are found. */
const STEERING = [
  /^(PATH|ENV|IFS|CDPATH|HOME|PWD|OLDPWD|DIRSTACK|SHELL|TMPDIR|TMP|TEMP|EDITOR|VISUAL|BROWSER|FCEDIT)$/,
  /^(PS[0-4]|PROMPT_COMMAND|PROMPT_DIRTRIM|INPUTRC|HISTFILE|HISTCONTROL|GLOBIGNORE|EXECIGNORE|FIGNORE)$/,
  /^(LESS.*|.*PAGER|MANOPT|MANPATH|TERMINFO.*|TERMCAP|GCONV_PATH|LOCPATH|NLSPATH|TZDIR|HOSTALIASES|RES_OPTIONS)$/,
  /^(LD_|DYLD_|BASH_|BASHOPTS|SHELLOPTS|GIT_|SSH_|XDG_|RIPGREP_|GREP_|FD_|JQ_|AWK|SED_|LS_|TREE_)/,
  /^(NODE_|npm_|NPM_|PYTHON|PERL|RUBY|GEM_|BUNDLE_|JAVA_|_JAVA|JDK_|CLASSPATH|CARGO_|RUST|GO[A-Z]*$|PHP|LUA_)/,
  /^(CC|CXX|CFLAGS|LDFLAGS|MAKEFLAGS|MAKEFILES|GNUMAKEFLAGS|DOCKER_|KUBE|AWS_|GOOGLE_|AZURE_|OPENSSL_|SSL_|CURL_|WGETRC)/,
  /^(.*_PROXY|.*_proxy|MALLOC_|GLIBC_|COMP_|COMPREPLY|TMOUT|SUDO_|TERMGATE|SAFESHELL|FUNCNEST|POSIXLY_CORRECT)/,
];

export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

const steers = (name: string): boolean =>
  !HARMLESS.test(name) && STEERING.some((pattern) => pattern.test(name));

/** A variable set for good, as in `x=1`. */
export function assigned(name: string): Charge | undefined {
  if (!steers(name)) return undefined;
  return dangerous(
    "steering-variable",
    "environment",
    `${name} changes what runs or what is loaded`,
    "Leave the environment as it is, or ask the person.",
  );
}

/** A variable set for one program, as in `LANG=C sort`. Anything not known to be harmless asks. */
export function exported(
  name: string,
  value: string | undefined,
  program: string | undefined,
): Charge | undefined {
  if (HARMLESS.test(name)) return undefined;
  if (/^(PAGER|GIT_PAGER|MANPAGER)$/.test(name) && (value === "cat" || value === "")) return undefined;
  if (name === "IFS" && program === "read") return undefined;
  return (
    assigned(name) ??
    dangerous("unknown-variable", "environment", `${name} is passed to a program that may act on it`)
  );
}
