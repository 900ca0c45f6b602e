import type { Channel, ChannelPlace } from "./channel/turn.ts";
import type { DialogKind, Reading } from "./screen/reading.ts";
import type { Screen } from "./screen/rows.ts";

export const PROVIDERS = ["claude", "codex", "agy", "gemini"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** How an agent was asked for. Kept in the registry, so that the same agent can be started again. */
export interface LaunchOptions {
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  readonly agent?: string | undefined;
  readonly permissionMode?: string | undefined;
  readonly settings?: string | undefined;
}

interface Launch extends LaunchOptions {
  readonly cwd: string;
  /** The id of the conversation: chosen by us for a new one, known from before for one to go on with. */
  readonly sessionId: string | undefined;
  readonly resumes: boolean;
  /** Folder for our hooks. */
  readonly events: string;
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

/** Everything termgate knows about one agent program. */
export interface Provider {
  readonly name: ProviderName;
  readonly title: string;
  /** Looked up on PATH; the spawn tool is listed only while it is found. */
  readonly binary: string;
  /** What the pane may be running while all is well. */
  readonly commands: readonly string[];
  /** Releases whose screens were recorded, oldest first. */
  readonly tested: readonly string[];
  /** Launch options it has a flag for; the others are refused by name. */
  readonly takes: readonly (keyof LaunchOptions)[];
  /** Variables that reach it from termgate's own environment, beside the common ones. */
  readonly variables: RegExp;
  /** True when the conversation's id is ours to choose at the start. */
  readonly choosesSession: boolean;
  arguments(launch: Launch): string[];
  look(screen: Screen): Reading;
  /** What the pane's title says about it, for programs that put their state there. */
  readTitle?(title: string): TitleWord | undefined;
  channel(place: ChannelPlace): Channel | undefined;
  readonly advances: readonly Advance[];
  readonly keys: {
    readonly interrupt: readonly string[];
    /** Empties the composer. */
    readonly clear: readonly string[];
    /** Ends the program when its composer is empty. */
    readonly quit: readonly string[];
  };
  /** A start screen is believed after it stood still this long: programs draw first and listen later. */
  readonly startsStillMs: number;
  /** The program takes Enter for a line break when it comes sooner after a paste. */
  readonly enterAfterMs: number;
}

type TitleWord = "busy" | "blocked" | "idle";
