import { writeFileSync } from "node:fs";
import { join } from "node:path";

const letters = (seed: number, length: number) => {
  let state = seed * 2_654_435_761;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[state % 62] ?? "x";
  }).join("");
};
/** Secrets under a telling name. */
export const named = Array.from({ length: 140 }, (_, n) => ({
  name: `${["APP", "DB", "CI", "PAY"][n % 4]}_${n}_${["TOKEN", "SECRET", "PASSWORD", "API_KEY", "CREDENTIAL"][n % 5]}`,
  value: `cnry${n}${["-", "_", "+/", "."][n % 4]}${letters(n + 1, 18 + (n % 30))}`,
}));
/** Secrets of a known shape. */
const shaped = Array.from({ length: 60 }, (_, n) => {
  const long = letters(n + 500, 60);
  return (
    [
      `ghp_${long.slice(0, 36)}`,
      `AKIA${long
        .toUpperCase()
        .replace(/[^A-Z2-7]/g, "A")
        .slice(0, 16)}`,
      `xoxb-${long.slice(0, 40)}`,
      `sk-ant-api03-${long}`,
      `npm_${long.slice(0, 36)}`,
      `sk_live_${long.slice(0, 30)}`,
    ][n % 6] ?? long
  );
});
/** Two hundred secrets of the kinds people have, all different. */
export const secrets = [...named.map(({ value }) => value), ...shaped];
export const variables = Object.fromEntries(named.map(({ name, value }) => [name, value]));

/** Files as people keep secrets in. */
export function hideIn(folder: string): void {
  writeFileSync(join(folder, "all.txt"), `${secrets.join("\n")}\n`);
  writeFileSync(join(folder, "one-line.txt"), secrets.join(" "));
  writeFileSync(join(folder, "config"), secrets.map((value, n) => `[s${n}]\n\tkey = ${value}\n`).join(""));
  writeFileSync(join(folder, "all.json"), JSON.stringify(secrets));
  writeFileSync(join(folder, ".env"), named.map(({ name, value }) => `export ${name}='${value}'\n`).join(""));
}

const shows = (text: string, some: readonly string[]) => some.filter((secret) => text.includes(secret));

/** A few of the secrets a text shows as they are; of those with a name, also with blanks or line ends between. */
export function leaked(text: string): readonly string[] {
  const values = Object.values(variables);
  return [...shows(text, secrets), ...shows(text.replace(/\s|\\n|\\t/g, ""), values)].slice(0, 3);
}

/** The same, where every secret may also run over the end of a row or of an item in a list of rows. */
export function leakedInRows(text: string): readonly string[] {
  const joined = text.replace(/\n|\\n|","|\\u001b\[[0-9;]*m/g, "");
  return [...leaked(text), ...shows(joined, secrets)].slice(0, 3);
}
