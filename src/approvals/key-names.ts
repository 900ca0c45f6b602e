import type { Keystroke } from "./typed-line.ts";

const NAMED =
  /^(?:Enter|KPEnter|Escape|Tab|BTab|BSpace|Space|Up|Down|Left|Right|Home|End|IC|Insert|DC|Delete|NPage|PageDown|PgDn|PPage|PageUp|PgUp|F\d{1,2}|KP.{1,5})$/i;
const PROPER = ["Enter", "KPEnter", "BSpace", "Space", "End"];

/** What one argument of `send-keys` does: tmux presses a key where it knows the name, and types the text otherwise. */
export function keystrokes(argument: string): Keystroke[] {
  const code = /^0x([0-9a-f]{1,6})$/i.exec(argument)?.[1];
  if (code !== undefined) return [{ kind: "text", text: fromCode(Number.parseInt(code, 16)) }];
  const control = /^\^(.)$/.exec(argument)?.[1];
  if (control !== undefined) return [{ kind: "key", name: `C-${control.toLowerCase()}` }];
  const [, modifiers = "", rest = ""] = /^((?:[CMScms]-)*)(.+)$/s.exec(argument) ?? [];
  const isName = NAMED.test(rest);
  if (modifiers === "" && !isName) return [{ kind: "text", text: argument }];
  const name = isName ? (PROPER.find((proper) => proper.toLowerCase() === rest.toLowerCase()) ?? rest) : rest;
  if (!isName && Array.from(rest).length > 1) return [{ kind: "text", text: argument }];
  // Enter stays Enter to a shell, whatever is held down with it.
  if (name === "Enter" || name === "KPEnter") return [{ kind: "key", name: "Enter" }];
  const held = modifiers.toUpperCase();
  return [{ kind: "key", name: held === "" ? name : held + (isName ? name : name.toLowerCase()) }];
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\u001b";
}
