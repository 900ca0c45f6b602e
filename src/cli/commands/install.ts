import { nearest } from "../../settings/nearest.ts";
import { shown } from "../../settings/problem.ts";
import type { Settings } from "../../settings/table.ts";
import { type Client, type Endpoint, REACHING, shellLine } from "../clients/client.ts";
import { CLIENTS } from "../clients/index.ts";
import type { Args, Command } from "../command.ts";
import { editConfig, entryAt, parseConfig, type Table, Uneditable } from "../edit/config.ts";
import { diff } from "../edit/diff.ts";
import { readIfThere, realFile, replaceFile } from "../edit/replace-file.ts";
import { EXIT, Stop } from "../exit.ts";
import { complain, type Io, print } from "../io.ts";
import { launchOf } from "../launch.ts";
import { openSettings, openState, readingOf } from "../open.ts";
import { styled } from "../style.ts";

const NAME = "termgate";

export default {
  name: "install",
  summary: "connect a client: shows the change, asks, keeps a copy of the old file",
  usage: `<${CLIENTS.map(({ name }) => name).join(" | ")}> [options]`,
  examples: [
    ["termgate install claude-code", "show what would change, then ask"],
    ["termgate install cursor --safety readonly --profile core", "with settings the client starts it with"],
    ["termgate install codex --yes", "without asking"],
    ["termgate install vscode --http", "use a running `termgate http` and its token"],
    ["termgate install gemini --print", "only print what belongs into the file"],
    ["termgate install claude-code --line", "only print one line to paste"],
    ["termgate install windsurf --remove", "take it out again"],
  ],
  options: {
    yes: { doc: "Do not ask." },
    print: { doc: "Print what belongs into the file; change nothing." },
    line: { doc: "Print one line that connects it, to paste or open; change nothing." },
    http: { doc: "Connect to `termgate http` instead of starting a server." },
    remove: { doc: "Take termgate out of the client's file." },
  },
  words: [1, 1],

  async run(io, args) {
    const client = clientNamed(args.positionals[0] ?? "");
    await refuseBadFlags(io, args);
    if (args.options["line"]) return printLine(io, client, args);
    const file = realFile(client.file(io));
    const before = readIfThere(file);
    const entry = args.options["remove"] ? undefined : await entryFor(client, io, args);
    if (args.options["print"] && entry) return printOnly(io, client, entry);
    const path = [client.servers, NAME];
    const config = await parseConfig(client.format, before ?? "");
    const existing = config && entryAt(config, path);
    if (!entry && (before === undefined || (config && existing === undefined))) {
      print(io, `${client.title} does not have termgate; nothing to take out.`);
      return EXIT.ok;
    }
    const wanted = entry && { ...entry, ...kept(existing) };
    const after = await edited(client, before ?? "", { path, wanted, file });
    if (after === before) {
      print(io, `${client.title} already has exactly this in ${file}.`);
      return EXIT.ok;
    }
    show(io, file, before ?? "", after);
    if (args.options["print"]) return EXIT.ok;
    if (!(await agreed(io, args))) return EXIT.failed;
    if (readIfThere(file) !== before)
      throw new Stop(
        EXIT.failed,
        `${file} was changed by somebody else meanwhile, so it was left alone.`,
        "Run this again.",
      );
    const backup = replaceFile(file, { text: after, secret: args.options["http"] === true });
    print(
      io,
      `Wrote ${file}.`,
      ...(backup === undefined ? [] : [`The old file is ${backup}.`]),
      client.afterwards,
    );
    if (entry && !args.options["http"] && args.flags["shell-preset"] === undefined)
      await offerPresets(io, client);
    return EXIT.ok;
  },
} satisfies Command;

/** Fewer questions are the person's choice, made knowingly: what each preset lets through is said beside it. */
async function offerPresets(io: Io, { name }: Client): Promise<void> {
  const { PRESETS } = await import("../../policy/presets.ts");
  print(
    io,
    "",
    "Every dangerous command asks you. To be asked less, install again with one of:",
    ...PRESETS.map(
      (preset) => `  termgate install ${name} --shell-preset ${preset.name}\n    ${preset.sentence}`,
    ),
  );
}

function clientNamed(name: string): Client {
  const found = CLIENTS.find((client) => client.name === name);
  if (found) return found;
  const names = CLIENTS.map((client) => client.name);
  const meant = nearest(name, names);
  throw new Stop(
    EXIT.usage,
    `There is no client ${shown(name)}.`,
    meant === undefined ? `Clients: ${names.join(", ")}` : `Did you mean ${meant}?`,
  );
}

/** A slip in a flag would be written down and met at every start. */
async function refuseBadFlags(io: Io, args: Args): Promise<void> {
  const { problems } = await readingOf(io, args);
  const slip = problems.find(({ origin }) => origin === "flag");
  if (slip) throw new Stop(EXIT.usage, slip.message);
}

async function entryFor(client: Client, io: Io, args: Args): Promise<Table> {
  return args.options["http"]
    ? client.http(await endpointOf(io, args))
    : client.stdio(launchOf(io, args.flags));
}

async function endpointOf(io: Io, args: Args): Promise<Endpoint> {
  const settings = await openSettings(io, args);
  const { Tokens } = await import("../../store/tokens.ts");
  return { url: urlOf(settings), token: new Tokens(openState(io, settings)).main() };
}

function urlOf({ http: { bind } }: Settings): string {
  return `http://${bind.replace(/^(0\.0\.0\.0|\[::\])(?=:)/, "127.0.0.1")}/mcp`;
}

async function printOnly(io: Io, client: Client, entry: Table): Promise<number> {
  const { snippet } = await import("../clients/examples.ts");
  print(io, snippet(client, entry).trimEnd());
  complain(io, `this belongs into ${client.file(io)}`);
  return EXIT.ok;
}

/** A client without a line of its own is connected by ours. */
async function printLine(io: Io, { name, line }: Client, args: Args): Promise<number> {
  const { http, remove } = args.options;
  if (remove)
    throw new Stop(
      EXIT.usage,
      "--line only connects.",
      `Take it out with: termgate install ${name} --remove`,
    );
  const launch = launchOf(io, args.flags);
  const own = shellLine(
    launch.command,
    ...launch.args,
    "install",
    name,
    ...(http ? ["--http"] : []),
    "--yes",
  );
  if (http) print(io, line?.http?.(await endpointOf(io, args)) ?? own);
  else print(io, line?.stdio(launch) ?? own);
  return EXIT.ok;
}

/** What the person added to the entry, such as variables, stays. */
function kept(existing: unknown): Table {
  if (typeof existing !== "object" || existing === null) return {};
  return Object.fromEntries(Object.entries(existing).filter(([key]) => !REACHING.has(key)));
}

interface Change {
  readonly path: readonly string[];
  readonly wanted: Table | undefined;
  readonly file: string;
}

async function edited(client: Client, text: string, { path, wanted, file }: Change): Promise<string> {
  try {
    return await editConfig(client.format, text, path, wanted);
  } catch (error) {
    if (!(error instanceof Uneditable)) throw error;
    throw new Stop(
      EXIT.failed,
      `${file} was left alone: ${error.message}.`,
      `Change it by hand with what this prints: termgate install ${client.name} --print`,
    );
  }
}

function show(io: Io, file: string, before: string, after: string): void {
  const paint = styled(io);
  const colours = { "+": "green", "-": "red", " ": "dim" } as const;
  // The token goes into the file, not onto the screen.
  const veiled = (text: string) => text.replaceAll(/tg_[\w-]{43}/g, "tg_…");
  print(
    io,
    file,
    ...diff(before, after).map(({ mark, text }) => paint(colours[mark], `${mark} ${veiled(text)}`)),
  );
}

async function agreed(io: Io, { options }: Args): Promise<boolean> {
  if (options["yes"]) return true;
  if (!io.stdin.isTTY) {
    complain(io, "nothing was written: there is nobody to ask here. Add --yes to write it.");
    return false;
  }
  const { confirm } = await import("../ask.ts");
  if (await confirm(io, "Write this?")) return true;
  complain(io, "nothing was written.");
  return false;
}
