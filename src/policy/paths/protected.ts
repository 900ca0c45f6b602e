import type { Platform } from "../world.ts";

/** A place of the system, and whether commands that only read may look at it. */
export interface ProtectedEntry {
  readonly path: string;
  readonly readAllowed: boolean;
  readonly reason: string;
}

const entry = (path: string, readAllowed: boolean, reason: string): ProtectedEntry => ({
  path,
  readAllowed,
  reason,
});

const LISTS: Record<Platform, readonly ProtectedEntry[]> = {
  linux: [
    entry("/boot", true, "boot partition"),
    entry("/usr/bin", true, "system programs"),
    entry("/usr/sbin", true, "system administration programs"),
    entry("/lib", true, "system libraries"),
    entry("/lib64", true, "64-bit system libraries"),
    entry("/sbin", true, "system administration programs"),
    entry("/etc", true, "system configuration"),
    entry("/proc", true, "kernel process files"),
    entry("/sys", true, "kernel device files"),
    entry("/root", false, "home of the root user"),
    entry("/var/log", true, "system logs"),
    entry("/bin", true, "system programs"),
    entry("/usr/lib", true, "system libraries"),
    entry("/usr/lib64", true, "64-bit system libraries"),
    entry("/usr/libexec", true, "programs of system packages"),
  ],
  macos: [
    entry("/System", true, "macOS itself"),
    entry("/usr/bin", true, "system programs"),
    entry("/usr/sbin", true, "system administration programs"),
    entry("/usr/lib", true, "system libraries"),
    entry("/sbin", true, "system administration programs"),
    entry("/var/db", false, "system databases"),
    entry("/Library/LaunchDaemons", true, "services started by the system"),
    entry("/Library/LaunchAgents", true, "services started at login"),
    entry("/private/var", false, "private system data"),
    entry("/etc", true, "system configuration"),
    entry("/bin", true, "system programs"),
    entry("/usr/libexec", true, "programs of system packages"),
  ],
  windows: [
    entry("C:\\Windows", true, "Windows itself"),
    entry("C:\\Windows\\System32", true, "Windows system programs"),
    entry("C:\\Windows\\SysWOW64", true, "32-bit Windows system programs"),
    entry("C:\\Program Files", true, "installed programs"),
    entry("C:\\Program Files (x86)", true, "installed 32-bit programs"),
    entry("C:\\ProgramData", false, "data of installed programs"),
  ],
};

/** Temporary folders of the person that lie inside a protected one. */
export const EXEMPT: readonly string[] = ["/private/var/folders", "/var/folders", "/private/var/tmp"];

export function protectedPaths(platform: Platform): readonly ProtectedEntry[] {
  return LISTS[platform];
}

/** Below the home folder: what decides what runs next, or who may log in. No agent writes it. */
export const NEVER_WRITE_IN_HOME: readonly string[] = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".kshrc",
  ".cshrc",
  ".tcshrc",
  ".login",
  ".inputrc",
  ".xprofile",
  ".xinitrc",
  ".xsessionrc",
  ".pam_environment",
  ".gitconfig",
  ".config/git",
  ".config/fish",
  ".config/autostart",
  ".config/systemd",
  ".config/environment.d",
  ".ripgreprc",
  ".tmux.conf",
  ".config/tmux",
  ".ssh",
  ".gnupg",
  ".claude.json",
  ".claude",
  ".codex",
  ".gemini",
  ".cursor",
  ".config/claude",
  ".config/Claude",
  ".config/safeshell",
  ".config/termgate",
  ".termgate",
  "Library/LaunchAgents",
  "Library/Application Support/Claude",
];

/** At any depth, matched as the end of a path or as a folder on the way. */
export const NEVER_WRITE_ANYWHERE: readonly RegExp[] = [
  /\/\.git\/(hooks|config|config\.worktree|info\/attributes|modules\/.*\/(hooks|config))(\/|$)/,
  /\/\.gitmodules$/,
  /\/\.mcp\.json$/,
  /\/\.(cursor|vscode|roo|windsurf|kiro|amazonq)\/(mcp|mcp_config)\.json$/,
  /\/\.claude\/(settings|settings\.local)\.json$/,
  /\/\.claude\/(commands|agents|hooks|skills)(\/|$)/,
  /\/\.claude[^/]*\.json$/,
  /\/\.codex\/config\.toml$/,
  /\/\.gemini\/settings\.json$/,
  /\/claude_desktop_config\.json$/,
  /\/(termgate|safeshell)\.toml$/,
];

/** Folders that hold a file agents must not write: removing or replacing them is writing it. */
export const NEVER_REPLACE: readonly RegExp[] = [/\/\.git$/];

/** Credentials: reading them asks. */
export const SECRETS_IN_HOME: readonly string[] = [
  ".ssh",
  ".aws",
  ".netrc",
  ".git-credentials",
  ".gnupg",
  ".config/gh",
  ".config/gcloud",
  ".azure",
  ".kube",
  ".docker/config.json",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".password-store",
  ".local/share/keyrings",
  ".mozilla",
  ".config/google-chrome",
  ".claude/.credentials.json",
  ".codex/auth.json",
  ".bash_history",
  ".zsh_history",
];

export const SECRETS_OF_SYSTEM: readonly RegExp[] = [
  /^\/etc\/(shadow|gshadow|sudoers)(-|\.d(\/.*)?)?$/,
  /^\/etc\/ssh\/ssh_host_[^/]*key$/,
  /^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem|maps|fd|fdinfo|map_files)(\/|$)/,
  /^\/proc\/kcore$/,
];
