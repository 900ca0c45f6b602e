import type { UserRule } from "./user-rule.ts";

export type Platform = "linux" | "macos" | "windows";

/** What a judge may ask about files. It asks nothing else of the machine. */
export interface Facts {
  /** The text of a symbolic link; undefined for everything that is not one. */
  readonly link: (path: string) => string | undefined;
  /** What is there, links followed. */
  readonly kind: (path: string) => "file" | "directory" | "other" | "missing";
  /** Names in a folder; undefined when it cannot be listed or is too large to be worth it. */
  readonly names: (path: string) => readonly string[] | undefined;
  /** A small text file, for the configuration that decides what a reader such as git would run. */
  readonly text: (path: string) => string | undefined;
}

interface ProtectedPath {
  readonly path: string;
  readonly readAllowed: boolean;
}

/** Everything besides the command that a judgement depends on. */
export interface World {
  readonly cwd: string;
  readonly home: string;
  readonly platform: Platform;
  /** Values of environment variables that may be relied on; any other name is known to exist at most. */
  readonly env: Readonly<Record<string, string>>;
  readonly facts: Facts;
  readonly rules: readonly UserRule[];
  /** Names of programs a person trusts within the project folder. */
  readonly preApproved: readonly string[];
  /** Where a pre-approved program may write; the working directory when not given. */
  readonly project: string | undefined;
  readonly protectedPaths: readonly ProtectedPath[];
  /** Files and folders, besides the built-in ones, that no command may write: termgate's own. */
  readonly neverWrite: readonly string[];
  /** Folders whose programs are what their names say. */
  readonly trustedDirs: readonly string[];
  /** PATH of the shell that will run the command; names are not looked up when it is not given. */
  readonly searchPath: readonly string[] | undefined;
}

export const TRUSTED_DIRS: readonly string[] = [
  "/bin",
  "/sbin",
  "/usr/bin",
  "/usr/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
  "/opt/homebrew/bin",
  "/snap/bin",
];

const MERGED: Record<string, Record<string, string>> = {
  linux: {
    "/bin": "usr/bin",
    "/sbin": "usr/sbin",
    "/lib": "usr/lib",
    "/lib64": "usr/lib64",
    "/usr/sbin/reboot": "../bin/systemctl",
  },
  macos: { "/etc": "private/etc", "/var": "private/var", "/tmp": "private/tmp" },
  windows: {},
};

/** A machine on which nothing but the platform's own links exists. */
function plainFacts(platform: Platform): Facts {
  const links = MERGED[platform] ?? {};
  return {
    link: (path) => links[path],
    kind: () => "missing",
    names: () => undefined,
    text: () => undefined,
  };
}

/** A world with everything optional left at its default. */
export function worldOf(given: Partial<World> & Pick<World, "cwd" | "home">): World {
  const platform = given.platform ?? "linux";
  return {
    platform,
    env: {},
    facts: plainFacts(platform),
    rules: [],
    preApproved: [],
    project: undefined,
    protectedPaths: [],
    neverWrite: [],
    trustedDirs: TRUSTED_DIRS,
    searchPath: undefined,
    ...given,
  };
}
