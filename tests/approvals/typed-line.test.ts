import { expect, test } from "vitest";
import { EMPTY_LINE, isUnfinished, type Keystroke, typeInto } from "../../src/approvals/typed-line.ts";

const text = (text: string): Keystroke => ({ kind: "text", text });
const key = (name: string): Keystroke => ({ kind: "key", name });
const lines = (...keys: Keystroke[]) => typeInto("shell", EMPTY_LINE, keys).submitted;

test("a line is submitted by Enter, whatever Enter is called", () => {
  for (const enter of ["Enter", "C-m", "C-j", "KPEnter"]) {
    expect(lines(text("rm -rf x"), key(enter))).toEqual([{ text: "rm -rf x", certain: true }]);
  }
  expect(lines(text("rm -rf x\r"))).toEqual([{ text: "rm -rf x", certain: true }]);
});

test("text without Enter submits nothing and is remembered", () => {
  const first = typeInto("shell", EMPTY_LINE, [text("rm -rf ")]);
  const second = typeInto("shell", first.state, [text("/"), key("Enter")]);

  expect(first.submitted).toEqual([]);
  expect(second.submitted).toEqual([{ text: "rm -rf /", certain: true }]);
});

test("a paste of several lines submits each", () => {
  expect(lines(text("cd /tmp\nls\nrm x\n")).map((line) => line.text)).toEqual(["cd /tmp", "ls", "rm x"]);
});

test("letters sent one by one as keys are one line", () => {
  expect(lines(key("l"), key("s"), key("Space"), key("-"), key("a"), key("Enter"))).toEqual([
    { text: "ls -a", certain: true },
  ]);
});

test("what was rubbed out or thrown away is not in the line", () => {
  expect(lines(text("lsx"), key("BSpace"), key("Enter"))).toEqual([{ text: "ls", certain: true }]);
  expect(lines(text("rm -rf /"), key("C-u"), text("ls"), key("Enter"))).toEqual([
    { text: "ls", certain: true },
  ]);
  expect(lines(text("rm -rf /"), key("C-c"), text("ls"), key("Enter"))).toEqual([
    { text: "ls", certain: true },
  ]);
});

test.for(["Up", "C-r", "Tab", "C-y", "Left", "M-.", "Home"])("after %s nobody knows the line", (name) => {
  expect(lines(text("ls"), key(name), key("Enter"))).toEqual([{ text: "ls", certain: false }]);
});

test("an escape sequence inside text makes the line unknown", () => {
  expect(lines(text("ls\u001b[A\n"))).toMatchObject([{ certain: false }]);
});

test("a command over several lines is judged whole, and each line alone", () => {
  const submitted = lines(text('echo "a\nrm -rf /\n"\n')).map((line) => line.text);

  expect(submitted).toContain('echo "a\nrm -rf /\n"');
  expect(submitted).toContain("rm -rf /");
});

test("an empty line submits nothing", () => {
  expect(lines(key("Enter"), key("Enter"))).toEqual([]);
});

test("a program that is no shell gets its keys unjudged", () => {
  expect(typeInto("program", { ...EMPTY_LINE, line: "rm" }, [text(" -rf /\n")])).toEqual({
    state: EMPTY_LINE,
    submitted: [],
  });
});

test("a very long paste is one unknown command", () => {
  expect(lines(text("ls\n".repeat(500)))).toMatchObject([{ certain: false }]);
});

test.for([
  ["echo 'a", true],
  ['echo "a', true],
  ["ls \\", true],
  ["ls |", true],
  ["for x in a; do", true],
  ["cat <<EOF\nx", true],
  ["cat <<EOF\nx\nEOF", false],
  ["echo 'it is' \"done\"", false],
  ["ls", false],
] as const)("%j waits for more: %s", ([line, open]) => {
  expect(isUnfinished(line)).toBe(open);
});
