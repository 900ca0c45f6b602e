import type { Call } from "./call.ts";
import { hasGlob, isUnknown, knownStart, literal, type Field } from "./shell/field.ts";
import { physical } from "./paths/physical.ts";

/** cd and its relatives: entering a folder is reading it, and every later path depends on it. */
export function judgeChangeFolder(call: Call): void {
  const { scope, trial } = call;
  const target = call.args.find((arg) => !/^-[LPe@n]+$|^--$/.test(literal(arg) ?? ""));
  if (
    call.program === "popd" ||
    (call.program === "pushd" && (target === undefined || /^[+-]\d/.test(knownStart(target))))
  ) {
    // What is on the stack was entered before, so it has been judged before.
    scope.enter(scope.previous ?? scope.cwds);
    return;
  }
  const home = scope.variables.has("HOME") ? undefined : trial.world.home;
  if (target === undefined) {
    scope.enter(home === undefined ? undefined : [home]);
    return;
  }
  if (literal(target) === "-") {
    if (scope.previous === undefined)
      call.ask("change-folder", "unresolved path", "where `cd -` leads cannot be told");
    scope.enter(scope.previous);
    return;
  }
  call.touch(target, "read");
  scope.enter(isUnknown(target) || hasGlob(target) ? undefined : reached(target, call));
}

function reached(target: Field, call: Call): readonly string[] | undefined {
  const known = literal(target) ?? "";
  if (known === "") return call.scope.cwds;
  const { facts } = call.trial.world;
  if (known.startsWith("/")) return [physical(known, facts).path];
  return call.scope.cwds?.map((cwd) => physical(`${cwd}/${known}`, facts).path);
}
