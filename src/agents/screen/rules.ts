import type { Dialog, DialogKind } from "./reading.ts";
import type { Row, Screen } from "./rows.ts";

/** A composer without a frame: the lowest row that begins with its glyph, when what stands around it fits. */
export interface BareComposer {
  readonly glyph: RegExp;
  /** Most rows that may stand below it. */
  readonly below: number;
  /** Everything below is indented: a row in the first column belongs to something newer. */
  readonly indented?: boolean;
  /** A row of the footer that must be seen near it. */
  readonly footer?: RegExp;
  /**
   * It grows with what is typed, blank rows and all, until it has no room for its footer, which is the last rows behind a
   * blank one. Its glyph is plain where a sent message's is dim and the cursor of a list is inverse.
   */
  readonly grows?: true;
}

/** A composer with what is around it. */
export interface Around {
  readonly screen: Screen;
  readonly top: number;
  readonly footer: readonly Row[];
  /** The footer's words, one by one. */
  readonly hints: readonly string[];
  /** The newest row above that begins something. */
  readonly block: Row | undefined;
}

/** One sign of work. The first that is seen names the reason. */
export interface BusySign {
  /** `block`: the newest block; `above`: the rows between the transcript and the composer; `footer`: its rows; `hint`: its words. */
  readonly where: "block" | "above" | "footer" | "hint";
  readonly pattern: RegExp;
  readonly not?: RegExp;
  /** Where the match begins it is drawn dim; the same words in a reply are not. */
  readonly dim?: RegExp;
  /** It stands apart from what was said: nothing but a prompt right above it. */
  readonly apart?: true;
  readonly reason: string;
}

/** How one program draws its states. Everything is read from the bottom up; what fits nothing is `unknown`. */
export interface ScreenRules {
  /** What it prints when it leaves. */
  readonly farewells: readonly RegExp[];
  /** What its composer begins with. */
  readonly glyph: RegExp;
  /** False for a program that never draws a frame around its composer. */
  readonly framed?: false;
  readonly bare?: readonly BareComposer[];
  /** A row below the frame without which it holds a message that was sent. */
  readonly footed?: RegExp;
  /** Marks and words of a composer that takes something else than a prompt. */
  readonly otherModes?: { readonly mark: RegExp; readonly hint: RegExp };
  /** Hints in an empty composer, for plain captures; with attributes they are known by being dim. */
  readonly placeholders: readonly RegExp[];

  /** Rows of the transcript that begin something. */
  readonly block: RegExp;
  /** Rows of the transcript at all, for `above`. */
  readonly transcript?: RegExp;
  readonly busy: readonly BusySign[];
  /** The line that closes a turn. */
  readonly finished?: RegExp;
  /** The closing line of a turn that cannot have failed. */
  readonly finishedWell?: RegExp;
  /** A turn that failed ends in a block like this; `coloured` where a reply with the same words is not. */
  readonly failure: { readonly block: RegExp; readonly coloured?: boolean };
  /** Why it failed, first match first; otherwise it was the provider. */
  readonly failures: readonly (readonly [string, RegExp])[];
  /** A renderer that closes every turn: under this hint a reply without a closing row is still being written. */
  readonly closesTurns?: { readonly hint: RegExp; readonly reply: RegExp; readonly end: RegExp };
  /** Its note that a turn was stopped, for programs whose files may tell that late. */
  readonly cancelled?: RegExp;
  /** Words in the footer, or at the right above the composer, that mean a person must act first. */
  readonly waits?: readonly (readonly [string, RegExp])[];
  /** A question drawn above a composer that stays. */
  asks?(around: Around): Dialog | undefined;
  /** A row of the footer without which nothing is ready. */
  readonly ready?: RegExp;

  /** Words of each kind of dialog. The first kind whose words stand in the dialog's own rows wins. */
  readonly dialogs: DialogWords;
  /** When a list of choices is open: how many rows may follow it, and which must or must not. */
  readonly open: { readonly most: number; readonly needs?: RegExp; readonly never?: RegExp };
  /** True when dialogs stand in a box. */
  readonly boxed?: boolean;
  /** The last row of a choice read aloud, whose options have no cursor. */
  readonly spoken?: RegExp;
  /** The upper edge of a panel that stands where the composer was, and the dialogs that are drawn as one. */
  readonly panel?: { readonly edge: RegExp; readonly kinds: readonly DialogKind[] };
  /** Screens without choices that wait for a key, known by their last row. */
  readonly pages?: DialogWords;
  /** Boxes without choices that wait for typing, known by a row in them. */
  readonly form?: RegExp;
  /** Reasons of its own, where callers know them by other words. */
  readonly reasons?: Partial<Record<DialogKind, string>>;
}

export type DialogWords = readonly (readonly [DialogKind, RegExp])[];
