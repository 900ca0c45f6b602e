import { noRoom, ToolError } from "../errors.ts";
import { nearest } from "../settings/nearest.ts";
import { shown } from "../settings/problem.ts";
import { commandWord, readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { EXIT, Stop } from "./exit.ts";
import { complain, type Io, print } from "./io.ts";

/** The command a bare `termgate` stands for. */
const DEFAULT = "stdio";

/** Runs one command line and returns its exit code. Nothing gets past here but a bug of the runtime. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (error instanceof Stop) {
      complain(io, ...[error.message, error.hint].filter((line) => line !== undefined));
      return error.code;
    }
    const full = noRoom(error);
    const told = full ?? error;
    if (told instanceof ToolError) {
      complain(io, ...[told.message, told.suggestion].filter((line) => line !== undefined));
      return full ? EXIT.environment : EXIT.failed;
    }
    complain(io, `unexpected: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.failed;
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const found = commandWord(argv);
  if (found?.word === "help") return help(io, argv[found.index + 1]);
  // `--safty readonly`: the word is no command but the value of a flag nobody knows, and the flag is what is wrong.
  if (found && found.index > 0 && !Object.hasOwn(COMMANDS, found.word))
    readArguments(await load(DEFAULT), argv);
  const command = await load(found?.word ?? DEFAULT);
  const rest = found ? argv.toSpliced(found.index, 1) : argv;
  const args = readArguments(command, rest);
  if (args.help) return help(io, found?.word);
  if (args.version) {
    const { VERSION } = await import("../version.ts");
    print(io, `termgate ${VERSION}`);
    return EXIT.ok;
  }
  return command.run(io, args);
}

async function help(io: Io, topic: string | undefined): Promise<number> {
  const { showCommandHelp, showHelp, showSettings } = await import("./help.ts");
  if (topic === "settings") showSettings(io);
  else if (topic !== undefined) showCommandHelp(io, await load(topic));
  else showHelp(io, await Promise.all(Object.keys(COMMANDS).map(load)));
  return EXIT.ok;
}

async function load(name: string): Promise<Command> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return (await command()).default;
  const meant = nearest(name, [...Object.keys(COMMANDS), "help"]);
  throw new Stop(
    EXIT.usage,
    `There is no command ${shown(name)}.`,
    meant === undefined ? "All of them: termgate --help" : `Did you mean termgate ${meant}?`,
  );
}
