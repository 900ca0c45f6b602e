/** How a run of characters is drawn, as far as it tells chrome from what was written by a person or a model. */
export interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
  /** The foreground as SGR said it (`38;5;244`), or undefined for the default colour. */
  readonly fg: string | undefined;
  readonly bg: string | undefined;
}

export interface Row {
  readonly text: string;
  /** Columns before the first character; a blank row is as deep as it is long. */
  readonly indent: number;
  readonly blank: boolean;
  /** One style per UTF-16 unit of `text`. Empty when the capture carried no escapes. */
  readonly styles: readonly Style[];
}

export interface Screen {
  /** Top to bottom, without the blank rows at the end. */
  readonly rows: readonly Row[];
  /** False for a plain capture: then no attribute may be asked for. */
  readonly styled: boolean;
}

const PLAIN: Style = { bold: false, dim: false, inverse: false, fg: undefined, bg: undefined };
// CSI, then OSC up to BEL or ST, then the two- and three-byte escapes, then shift-in and shift-out.
const ESCAPE = /\x1b\[([0-?]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x0e\x0f\r]/g;

/** Reads a captured screen, plain or as `capture-pane -e` prints it. Attributes run on over line ends, as tmux writes them. */
export function readScreen(capture: string): Screen {
  const styled = capture.includes("\x1b[");
  let style = PLAIN;
  const rows = capture.split("\n").map((line) => {
    let text = "";
    const styles: Style[] = [];
    let from = 0;
    const take = (upTo: number) => {
      const piece = line.slice(from, upTo);
      text += piece;
      if (styled) for (let i = 0; i < piece.length; i += 1) styles.push(style);
    };
    for (const match of line.matchAll(ESCAPE)) {
      take(match.index);
      from = match.index + match[0].length;
      if (match[2] === "m") style = applied(style, match[1] ?? "");
    }
    take(line.length);
    return row(text, styles);
  });
  while (rows.at(-1)?.blank) rows.pop();
  return { rows, styled };
}

function row(raw: string, styles: readonly Style[]): Row {
  const text = raw.trimEnd();
  return { text, indent: text.length - text.trimStart().length, blank: text === "", styles };
}

function applied(before: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number);
  let style = before;
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? 0;
    if (code === 0) style = PLAIN;
    else if (code === 1) style = { ...style, bold: true };
    else if (code === 2) style = { ...style, dim: true };
    else if (code === 7) style = { ...style, inverse: true };
    else if (code === 22) style = { ...style, bold: false, dim: false };
    else if (code === 27) style = { ...style, inverse: false };
    else if (code === 38 || code === 48) {
      const width = codes[i + 1] === 2 ? 5 : 3;
      const colour = codes.slice(i, i + width).join(";");
      style = code === 38 ? { ...style, fg: colour } : { ...style, bg: colour };
      i += width - 1;
    } else if (code === 39) style = { ...style, fg: undefined };
    else if (code === 49) style = { ...style, bg: undefined };
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) style = { ...style, fg: String(code) };
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
      style = { ...style, bg: String(code) };
  }
  return style;
}

export function styleAt(row: Row, index: number): Style {
  return row.styles[index] ?? PLAIN;
}

/** The last `count` lines that are not padding, as evidence for a person. */
export function usefulLines(screen: Screen, count = 20): string[] {
  return screen.rows.slice(-count).map(({ text }) => text);
}
