import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { ToolError } from "../errors.ts";
import { findFonts } from "./fonts.ts";

/** Twice as large as on a screen of old reads well; what is wider than this is only costly. */
const ZOOM = 1.5;
const WIDEST = 2_400;

type Draw = (svg: string) => Uint8Array;
let drawing: Promise<Draw> | undefined;

/** The picture as pixels. The drawing engine and the fonts are read at the first use and kept. */
export async function drawPng(svg: string, home: string | undefined): Promise<Uint8Array> {
  drawing ??= prepare(home);
  drawing.catch(() => (drawing = undefined));
  return (await drawing)(svg);
}

async function prepare(home: string | undefined): Promise<Draw> {
  const fontBuffers = findFonts(home);
  if (fontBuffers.length === 0)
    throw new ToolError("NoFont", "This machine has no monospaced font to draw a picture with.", {
      suggestion:
        'Use format "svg", which is drawn where it is shown, or install a font such as DejaVu Sans Mono.',
    });
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(await readFile(enginePath()));
  return (svg) => {
    const width = Number(/ width="([\d.]+)"/.exec(svg)?.[1] ?? 0);
    const value = width > 0 ? Math.min(ZOOM, WIDEST / width) : ZOOM;
    const picture = new Resvg(svg, {
      fitTo: { mode: "zoom", value },
      font: {
        fontBuffers,
        loadSystemFonts: false,
        defaultFontFamily: "DejaVu Sans Mono",
        monospaceFamily: "DejaVu Sans Mono",
      },
    });
    const image = picture.render();
    const png = image.asPng();
    image.free();
    picture.free();
    return png;
  };
}

/** The build puts the engine beside the bundle; run from source it is where npm put it. */
function enginePath(): string {
  const beside = fileURLToPath(new URL("../resvg.wasm", import.meta.url));
  return existsSync(beside)
    ? beside
    : createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
}
