import type { Call } from "../call.ts";
import { parseOptions, type OptionSpec } from "../options.ts";
import { isUnknown, literal, shown, text, type Field } from "../shell/field.ts";
import { readSed } from "./sed-script.ts";

const OPTIONS: OptionSpec = {
  flags:
    "-n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data --posix --debug --sandbox --help --version -b --binary --follow-symlinks",
  text: "-e --expression -l --line-length",
  deny: "-f --file",
  optional: "-i --in-place -I",
};

/** sed: safe as long as its program only edits the stream. */
export function judgeSed(call: Call): void {
  const parsed = parseOptions(call.args, OPTIONS);
  const given = parsed.options.filter(({ name }) => name === "-e" || name === "--expression");
  const inPlace = parsed.options.some(({ name }) => /^(-i|-I|--in-place)$/.test(name));
  const fromFile = parsed.options.filter(({ role }) => role === "deny");
  const [first, ...others] = parsed.operands;
  const hasScript = given.length > 0 || fromFile.length > 0;
  const scripts = hasScript ? given.map(({ value }) => value) : [first];
  const files = hasScript ? parsed.operands : others;

  for (const script of scripts) if (script !== undefined) program(script, call);
  for (const option of fromFile) {
    call.touch(option.value, "read");
    call.ask("sed", "unread program", "the sed program is in a file");
  }
  for (const field of parsed.unlisted)
    call.ask("sed", "unknown option", `sed ${shown(field)} is not known to be harmless`);
  for (const field of parsed.dynamic) {
    if (isUnknown(field))
      call.ask(
        "dynamic-option",
        "unresolved word",
        `${shown(field)} may become an option of sed at run time`,
      );
  }
  if (inPlace) call.ask("sed", "destructive file operation", "sed -i rewrites files");
  for (const file of files) call.touch(file, inPlace ? "write" : "read");
}

function program(script: Field, call: Call): void {
  const source = literal(script);
  if (source === undefined) {
    // Only a whole number can be put into a program without changing what it does.
    if (script.some((piece) => piece.kind === "unknown" && piece.shape !== "integer")) {
      call.ask("sed", "unresolved word", "the sed program is only known at run time");
      return;
    }
  }
  const effects = readSed(
    source ?? script.map((piece) => (piece.kind === "unknown" ? "1" : piece.text)).join(""),
  );
  for (const file of effects.reads) call.touch(text(file), "read");
  for (const file of effects.writes)
    if (!/^\/dev\/(stdout|stderr)$/.test(file)) call.touch(text(file), "write");
  if (effects.reads.length > 0) call.ask("sed", "hidden reads", "the sed program reads another file");
  if (effects.writes.length > 0) call.ask("sed", "file change", "the sed program writes a file");
  if (effects.runs) call.ask("sed", "runs programs", "the sed program runs a command");
  if (effects.unread) call.ask("sed", "unread program", "the sed program cannot be read");
}
