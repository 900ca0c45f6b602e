import { quote } from "../shell/quote.ts";
import type { Request } from "./inbox.ts";

/** What a popup needs of tmux. */
export interface PopupDoor {
  /** Open a popup that runs this shell text on the client the person is attached with; false when there is none. */
  open(popup: {
    readonly title: string;
    readonly command: string;
    readonly width: string;
    readonly height: string;
  }): Promise<boolean>;
}

export interface Program {
  readonly node: string;
  readonly script: string;
  readonly stateDir: string;
}

/**
 * Knocks at the person's own tmux client. The popup asks for the code to be typed, so a key that happens to be pressed
 * is no yes; when nobody is attached, the question waits in the inbox like any other.
 */
export function popupKnock(door: PopupDoor, { node, script, stateDir }: Program): (request: Request) => void {
  return ({ code }) => {
    const words = [node, script, "approvals", "--popup", "--state-dir", stateDir];
    const popup = {
      title: ` termgate asks (${code}) `,
      command: words.map(quote).join(" "),
      width: "80%",
      height: "60%",
    };
    void door.open(popup).catch(() => false);
  };
}
