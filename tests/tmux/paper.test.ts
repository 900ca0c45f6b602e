import { expect, test } from "vitest";
import { Paper } from "../../src/tmux/stream/paper.ts";

function rows(text: string): readonly string[] {
  const paper = new Paper();
  paper.write(Buffer.from(text));
  return paper.rows;
}

test("a vertical tab and a form feed go down a row in the same column", () => {
  expect(rows("ab\vcd\fe\r\nf")).toEqual(["ab", "  cd", "    e", "f"]);
});

test.for([
  "\x1b[31mred\x1b[0m",
  "\x1b]0;title\x07red",
  "\x1b]0;title\x1b\\red",
  "\x1bPdevice\x1b\\red",
  "\x1b(Bred\x1b=",
])("%j says the same wherever it is cut", (text) => {
  for (let cut = 1; cut < text.length; cut += 1) {
    const paper = new Paper();
    paper.write(Buffer.from(text.slice(0, cut)));
    paper.write(Buffer.from(text.slice(cut)));
    expect(paper.rows, `cut at ${cut}`).toEqual(["red"]);
  }
});

test("half a character at the end is shown as a replacement", () => {
  const paper = new Paper();
  paper.write(Buffer.from("é!é").subarray(0, -1));
  paper.end();

  expect(paper.rows).toEqual(["é!\ufffd"]);
});

test.for([
  ["😀😀😀\rab", "ab😀😀"],
  ["漢字漢字\rabc", "abc 漢字"],
  ["𝒳𝒴𝒵\ra", "a𝒴𝒵"],
  ["e\u0301xy\rab", "aby"],
  ["漢字\x1b[3Gx", "漢x "],
  ["漢字xy\x1b[1D\x1b[1K", "     y"],
] as const)("%j overwrites by columns", ([text, row]) => {
  expect(rows(text)).toEqual([row]);
});
