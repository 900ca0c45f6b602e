import type { FileRules } from "./channel/files.ts";
import type { ChannelPlace } from "./channel/turn.ts";
import type { DialogKind } from "./screen/reading.ts";
import type { ScreenRules } from "./screen/rules.ts";

/** How an agent was asked for, by the names of the tool's arguments. Kept, so that the same agent can be started again. */
export type LaunchOptions = Readonly<Record<string, string | undefined>>;

/** One argument of the spawn tool, and what it becomes on the command line. */
export interface LaunchOption {
  readonly doc?: string;
  /** The only values it takes. */
  readonly values?: readonly string[];
  /** Reads the value before anything is started; throws when it is no good. */
  check?(value: string): void;
  words(value: string): readonly string[];
}

export interface Launch {
  readonly options: LaunchOptions;
  /** The id of the conversation: chosen by us for a new one, known from before for one to go on with. */
  readonly sessionId: string | undefined;
  readonly resumes: boolean;
  /** The agent's own folder, which goes when it is killed. */
  readonly folder: string;
  /** Folder for our hooks. */
  readonly events: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A dialog termgate may answer unasked, once, by moving to the option with this label. */
interface Advance {
  readonly kind: DialogKind;
  readonly label: RegExp;
  /** Only while the cursor already stands on that option. */
  readonly onlyUnderCursor?: boolean;
  /** Only for a dialog whose question reads so. */
  readonly title?: RegExp;
}

export type TitleWord = "busy" | "blocked" | "idle";

/** Everything termgate knows about one agent program. */
export interface Provider {
  readonly name: string;
  readonly title: string;
  /** Looked up on PATH; the spawn tool is listed only while it is found. */
  readonly binary: string;
  /** How a person gets it, where one line does it. */
  readonly install?: string;
  /** The lowest of those installed is taken when nobody says which. */
  readonly preference: number;
  /** Profiles beside the full one that list its spawn tool. */
  readonly profiles?: readonly "botctl"[];
  /** Releases whose screens were recorded, oldest first. */
  readonly tested: readonly string[];
  /** What the pane's command says about it, where callers are told. */
  readonly health?: Readonly<Record<string, string>>;

  /** Arguments of its spawn tool, in the order they are listed; others are refused by name. */
  readonly takes: Readonly<Record<string, LaunchOption>>;
  /** Variables that reach it from termgate's own environment, beside the common ones. */
  readonly variables: RegExp;
  /** True when the conversation's id is ours to choose at the start. */
  readonly choosesSession: boolean;
  /** The command line: how a conversation begins or goes on, then what is always there. */
  readonly line: {
    start(sessionId: string): readonly string[];
    resume(sessionId: string): readonly string[];
    always(launch: Launch): readonly string[];
  };
  /** Variables for this one start. */
  environment?(launch: Launch): Readonly<Record<string, string>>;

  readonly screen: ScreenRules;
  /** What the pane's title says, first match first, for programs that put their state there. */
  readonly titles: readonly (readonly [TitleWord, RegExp])[];
  /** Its own files and our hooks; without any, the screen is all there is. */
  readonly files?: FileRules;
  /** The program's own name of its conversation, where that is all its files tell. */
  conversation?(place: ChannelPlace): string | undefined;
  /** The newest reply as the screen shows it, for programs without a transcript. */
  reply?(capture: string): string | undefined;
  readonly advances: readonly Advance[];
  /** Prompts it takes for something else, by how they begin, and what it takes them for. They are refused. */
  readonly mistakes?: readonly (readonly [RegExp, string])[];
  /** What is typed around a prompt so that it stays one; blanks, which the program takes off again. */
  readonly shields?: readonly (readonly [RegExp, string])[];
  readonly keys: {
    readonly interrupt: readonly string[];
    /** Takes a line out of the composer, whatever side of it the cursor is on; pressed until nothing is left. */
    readonly clear: readonly string[];
    /** Ends the program when its composer is empty. */
    readonly quit: readonly string[];
  };
  /** A start screen is believed after it stood still this long: programs draw first and listen later. */
  readonly startsStillMs: number;
  /** The program takes Enter for a line break when it comes sooner after a paste. */
  readonly enterAfterMs: number;
}

export function titleWord({ titles }: Pick<Provider, "titles">, title: string): TitleWord | undefined {
  return titles.find(([, pattern]) => pattern.test(title.trim()))?.[0];
}

/** The words of a command line, without the program itself. */
export function launchWords({ takes, line }: Provider, launch: Launch): string[] {
  const { options, sessionId = "", resumes } = launch;
  return [
    ...(resumes && sessionId !== "" ? line.resume(sessionId) : line.start(sessionId)),
    ...Object.entries(takes).flatMap(([name, option]) => {
      const value = options[name];
      return value === undefined ? [] : option.words(value);
    }),
    ...line.always(launch),
  ];
}
