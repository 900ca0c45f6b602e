import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where systems keep fonts; the person's own folder is looked at first. */
const FOLDERS = ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"];
const OWN = [".local/share/fonts", ".fonts", "Library/Fonts"];

/** Monospaced faces in the order of our liking, and after them what fills in for scripts they lack. */
const MONOSPACED = [
  "DejaVuSansMono",
  "LiberationMono",
  "NotoSansMono",
  "UbuntuMono",
  "Menlo",
  "FreeMono",
  "Courier",
];
const FURTHER = [
  "NotoSansCJK",
  "NotoSansMonoCJK",
  "wqy-",
  "DroidSansFallback",
  "Hiragino",
  "PingFang",
  "NotoEmoji",
  "DejaVuSans.",
  "Symbola",
];
const MOST_BYTES = 40 << 20;

/** The fonts a picture is drawn with; none when the machine has no monospaced one. */
export function findFonts(home: string | undefined): Uint8Array[] {
  const folders = [...(home ? OWN.map((folder) => join(home, folder)) : []), ...FOLDERS];
  const files = folders.flatMap((folder) =>
    globSync("**/*.{ttf,otf,ttc}", { cwd: folder }).map((file) => join(folder, file)),
  );
  const named = (start: string) =>
    files.filter((file) => file.slice(file.lastIndexOf("/") + 1).startsWith(start));
  const face = MONOSPACED.map(named).find((found) => found.length > 0);
  if (!face) return [];
  const fonts: Uint8Array[] = [];
  let bytes = 0;
  for (const file of [...face, ...FURTHER.flatMap((start) => named(start).slice(0, 1))]) {
    const font = readFileSync(file);
    bytes += font.length;
    if (bytes > MOST_BYTES && fonts.length > 0) break;
    fonts.push(font);
  }
  return fonts;
}
