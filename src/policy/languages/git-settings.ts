import type { Facts } from "../world.ts";

/** Settings by which a repository makes git start programs while it only looks. */
const RUNS: readonly { section: RegExp; keys: RegExp }[] = [
  {
    section: /^core$/,
    keys: /^(fsmonitor|hookspath|pager|sshcommand|gitproxy|editor|askpass|alternaterefscommand|attributesfile)$/,
  },
  { section: /^diff( .*)?$/, keys: /^(external|textconv|command|orderfile)$/ },
  { section: /^filter (?!"lfs"$).*$/, keys: /^(clean|smudge|process)$/ },
  { section: /^(include|includeif .*)$/, keys: /^path$/ },
  { section: /^pager$/, keys: /^.*$/ },
  {
    section: /^(gpg|gpg .*|credential|credential .*|interactive|log)$/,
    keys: /^(program|helper|difffilter|showsignature|defaultkeycommand)$/,
  },
  { section: /^extensions$/, keys: /^worktreeconfig$/ },
];

const HOOKS = ["post-index-change", "fsmonitor-watchman", "query-watchman"];

/** Why a repository is not to be trusted by git commands that only look; undefined when it looks harmless. */
export function hostileSettings(cwd: string, facts: Facts): string | undefined {
  for (let folder = cwd; ; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    const dot = `${folder}/.git`;
    const kind = facts.kind(dot);
    if (kind === "directory") return inRepository(dot, facts);
    if (kind === "file") return undefined;
    if (facts.kind(`${folder}/HEAD`) === "file" && facts.kind(`${folder}/objects`) === "directory") {
      return "the folder is itself a bare repository, whose settings anyone may have written";
    }
    if (folder === "") return undefined;
  }
}

function inRepository(dot: string, facts: Facts): string | undefined {
  const setting = firstRunning(facts.text(`${dot}/config`) ?? "");
  if (setting !== undefined) return `the repository sets ${setting}, which makes git run a program`;
  const hook = HOOKS.find((name) => facts.kind(`${dot}/hooks/${name}`) === "file");
  return hook === undefined ? undefined : `the repository has the hook ${hook}, which git would run`;
}

function firstRunning(config: string): string | undefined {
  let section = "";
  for (const raw of config.split("\n")) {
    const line = raw.trim();
    const header = /^\[\s*([^\]\s]+)(?:\s+("(?:[^"\\]|\\.)*"))?\s*\]\s*(.*)$/.exec(line);
    const body = header ? (header[3] ?? "") : line;
    if (header)
      section =
        header[2] === undefined
          ? (header[1] ?? "").toLowerCase()
          : `${(header[1] ?? "").toLowerCase()} ${header[2]}`;
    const key = /^([A-Za-z][\w-]*)\s*(=\s*(.*))?$/.exec(body);
    if (key === null) continue;
    const name = (key[1] ?? "").toLowerCase();
    const value = (key[3] ?? "").trim().toLowerCase();
    if (value === "false" || value === "cat") continue;
    if (RUNS.some((each) => each.section.test(section) && each.keys.test(name))) return `${section}.${name}`;
  }
  return undefined;
}
