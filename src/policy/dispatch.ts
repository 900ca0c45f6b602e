import { dirname } from "node:path/posix";
import { applyRule } from "./apply-rule.ts";
import { Call } from "./call.ts";
import { dangerous } from "./charge.ts";
import { matchesName } from "./paths/pattern.ts";
import { physical } from "./paths/physical.ts";
import { ruleFor } from "./rules/index.ts";
import { sentence } from "./sentence.ts";
import { hasGlob, isUnknown, literal, shown, type Field } from "./shell/field.ts";
import { touchEverything } from "./touch-everything.ts";
import { TIER_ONE, isTierOne } from "./tier-one.ts";
import type { Invocation, Trial } from "./trial.ts";

const DEEPEST = 64;

/** Judges an argument vector: who is started, and whether that is all right. */
export function runArgv(invocation: Invocation, trial: Trial): void {
  const [name, ...args] = invocation.fields;
  trial.docket.spend(1 + args.length);
  if (name === undefined) return;
  const program = literal(name);
  const call = new Call(trial, { ...invocation, program: program ?? shown(name), args });
  trial.depth += 1;
  try {
    if (trial.depth > DEEPEST)
      call.ask("too-deep", "syntax", "programs that start programs, nested too deeply");
    else if (program === undefined) dynamicName(name, call);
    else if (!(invocation.direct && calledFunction(program, args, call))) named(program, call);
    sentence(call);
    call.afterwards();
  } finally {
    trial.depth -= 1;
  }
}

function dynamicName(name: Field, call: Call): void {
  const pattern = shown(name).split("/").at(-1) ?? "";
  const tierOne =
    hasGlob(name) &&
    !isUnknown(name) &&
    /^\w{2}/.test(pattern) &&
    TIER_ONE.some((each) => matchesName(pattern, each));
  call.charge({
    ...dangerous(
      "dynamic-command",
      "dynamic command",
      "which program runs is only known at run time",
      "Write the program's name literally.",
    ),
    class: tierOne ? "catastrophic" : "dangerous",
  });
  touchEverything(call);
}

/** A call of a function the script defined; its body is judged with these very arguments. */
function calledFunction(name: string, args: readonly Field[], call: Call): boolean {
  const bodies = call.scope.functions.get(name);
  if (bodies === undefined) return false;
  for (const body of bodies) call.trial.callFunction(body, args, call.scope);
  return true;
}

function named(program: string, call: Call): void {
  const base = program.slice(program.lastIndexOf("/") + 1);
  const real = program.includes("/") ? whereIs(program, call) : onSearchPath(base, call);
  const realBase = real?.path.slice(real.path.lastIndexOf("/") + 1);
  const tierOne = [base, realBase].find((each) => each !== undefined && isTierOne(each));
  if (tierOne !== undefined) {
    call.charge({
      class: "catastrophic",
      rule: "tier-one",
      category: TIER_ONE_CATEGORY(tierOne),
      reason: `${tierOne} can take over or destroy the machine`,
      advice: "Ask the person to run this step themselves.",
    });
  }
  if (tierOne === undefined && real?.trusted !== false && onlyVersion(base, call.args)) {
    call.rule = "version";
    return;
  }
  const rule = ruleFor(base);
  if (real !== undefined && !real.trusted) {
    call.ask(
      "untrusted-location",
      "not in the safe allowlist",
      `${program} is not in a folder whose programs are trusted`,
    );
    if (rule?.class !== "safe") applyOrTouch(rule, call);
    else touchEverything(call);
    return;
  }
  if (rule === undefined && tierOne === undefined) {
    call.ask(
      "unknown-program",
      "not in the safe allowlist",
      `${program === "" ? "an empty name" : program} is not a program known to be safe`,
    );
  }
  applyOrTouch(rule, call);
}

const TELLS_VERSION = new Set(
  "node npm npx pnpm yarn bun deno python python3 pip pip3 ruby gem perl php java javac go cargo rustc make cmake gcc g++ clang docker kubectl terraform tsc curl wget bash zsh tmux systemctl brew".split(
    " ",
  ),
);

/** `node --version` and nothing more. */
function onlyVersion(base: string, args: readonly Field[]): boolean {
  return args.length === 1 && TELLS_VERSION.has(base) && /^(--version|-V)$/.test(literal(args[0]) ?? "");
}

function applyOrTouch(rule: ReturnType<typeof ruleFor>, call: Call): void {
  if (rule === undefined) touchEverything(call);
  else applyRule(rule, call);
}

const TIER_ONE_CATEGORY = (name: string): string => {
  if (/^(sudo|su|doas|pkexec|runas|sudoedit|sg|run0)$/.test(name)) return "privilege escalation";
  return /^(shutdown|reboot|halt|poweroff|init|telinit|kexec)$/.test(name)
    ? "system control"
    : "disk operation";
};

interface Found {
  readonly path: string;
  readonly trusted: boolean;
}

function whereIs(program: string, call: Call): Found {
  const { world } = call.trial;
  const cwds = call.scope.cwds;
  if (!program.startsWith("/") && cwds === undefined) return { path: program, trusted: false };
  const places = program.startsWith("/") ? [program] : (cwds ?? []).map((cwd) => `${cwd}/${program}`);
  const found = places.map((place) => ({ place, real: physical(place, world.facts).path }));
  const last = found.at(-1)?.real ?? program;
  const trusted = found.every(({ place }) => isTrusted(physical(dirname(place), world.facts).path, call));
  return { path: last, trusted };
}

/** The program a bare name means, when the caller told us the search path. */
function onSearchPath(name: string, call: Call): Found | undefined {
  const { facts, searchPath } = call.trial.world;
  for (const folder of searchPath ?? []) {
    const place = `${folder}/${name}`;
    if (facts.kind(place) !== "file") continue;
    return { path: physical(place, facts).path, trusted: isTrusted(physical(folder, facts).path, call) };
  }
  return undefined;
}

function isTrusted(folder: string, call: Call): boolean {
  const { facts, trustedDirs } = call.trial.world;
  return trustedDirs.some((trusted) => folder === trusted || folder === physical(trusted, facts).path);
}
