import { run } from "../os/process.ts";
import type { PopupDoor } from "./popup.ts";

export interface TmuxPlace {
  readonly tmuxBin: string;
  /** `-L name` or `-S path` of the server the person works in. */
  readonly socket: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A popup nobody answers closes with the question. */
  readonly timeoutMs: number;
}

/** Opens a popup on the terminal the person used last. A process of its own: tmux waits until the popup is closed. */
export function tmuxPopup({ tmuxBin, socket, environment, timeoutMs }: TmuxPlace): PopupDoor {
  const tmux = (args: readonly string[], wait: number) =>
    run(tmuxBin, [...socket, ...args], { env: environment, timeoutMs: wait });
  return {
    async open({ title, command, width, height }) {
      const format = "#{client_control_mode} #{client_activity} #{client_name}";
      const { code, stdout } = await tmux(["list-clients", "-F", format], 5_000);
      const client = code === 0 ? lastUsed(stdout) : undefined;
      if (client === undefined) return false;
      const shown = await tmux(
        ["display-popup", "-c", client, "-E", "-T", title, "-w", width, "-h", height, command],
        timeoutMs,
      );
      return shown.code === 0;
    },
  };
}

/** Control clients are programs; only a terminal has a person in front of it. */
export function lastUsed(listing: string): string | undefined {
  return listing
    .split("\n")
    .flatMap((line) => {
      const [, activity, name] = /^0 (\d+) (.+)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ activity: Number(activity), name }];
    })
    .toSorted((a, b) => b.activity - a.activity)[0]?.name;
}
