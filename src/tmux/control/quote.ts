import { ToolError } from "../../errors.ts";

/** One argument for tmux's command parser. It arrives byte for byte, whatever it holds, except NUL. */
function quote(argument: string): string {
  if (argument.includes("\0")) {
    throw new ToolError("InvalidText", "tmux cannot take a NUL character here.", {
      suggestion: "Remove the NUL character. send_keys with literal text can send one.",
    });
  }
  if (!/[\n\r]/.test(argument)) return `'${argument.replaceAll("'", `'\\''`)}'`;
  // A line ends the command, so line ends are spelled out; only double quotes know that spelling.
  const spelled = argument.replace(/["\\$~]|[\x01-\x1f\x7f]/g, (char) =>
    char >= " " && char !== "\x7f" ? `\\${char}` : `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return `"${spelled}"`;
}

/**
 * Text for an argument that tmux expands as a format: nothing in it is a format, so nothing in it can run. Before a
 * bracket it takes every # as it is, doubled or not: that is for styles, and for later.
 */
export function plain(text: string): string {
  return text.replace(/#+(?![#[])/g, "$&$&");
}

/** A command line from a name and arguments that are quoted here; `undefined` and `false` are left out. */
export function command(name: string, ...args: readonly (string | false | undefined)[]): string {
  const given = args.filter((arg) => arg !== undefined && arg !== false);
  return [name, ...given.map((arg) => quote(arg))].join(" ");
}
