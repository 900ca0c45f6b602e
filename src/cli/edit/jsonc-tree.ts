/** A JSON text with comments and trailing commas, read with the place of everything in it. */
export interface Tree {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** Only for an object. */
  readonly members?: readonly Member[];
}

export interface Member {
  readonly key: string;
  readonly start: number;
  readonly tree: Tree;
  /** Where the comma after it stands, if there is one. */
  readonly comma: number | undefined;
}

const DEEPEST = 200;

/** Throws a SyntaxError for anything that is not JSON with comments. */
export function readTree(text: string): Tree {
  const reader = new Reader(text);
  const tree = reader.value(0);
  reader.blank();
  if (reader.at < text.length) throw new SyntaxError(`Text after the end at ${reader.at}.`);
  return tree;
}

class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string) {
    this.#text = text;
    this.at = text.startsWith("\ufeff") ? 1 : 0;
  }

  /** Passes white space and comments. */
  blank(): void {
    const blank = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
    blank.lastIndex = this.at;
    this.at += blank.exec(this.#text)?.[0].length ?? 0;
  }

  value(depth: number): Tree {
    if (depth > DEEPEST) throw new SyntaxError("Too deep.");
    this.blank();
    const next = this.#text[this.at];
    if (next === "{") return this.#object(depth);
    if (next === "[") return this.#array(depth);
    return this.#scalar();
  }

  #object(depth: number): Tree {
    const start = this.at++;
    const members: Member[] = [];
    const value: Record<string, unknown> = {};
    for (this.blank(); this.#text[this.at] !== "}"; this.blank()) {
      if (members.length > 0 && members.at(-1)?.comma === undefined) throw this.#unexpected();
      const name = this.#scalar();
      if (typeof name.value !== "string") throw this.#unexpected();
      this.blank();
      this.#expect(":");
      const tree = this.value(depth + 1);
      members.push({ key: name.value, start: name.start, tree, comma: this.#comma() });
      // Not by assignment: a key may be called __proto__.
      Object.defineProperty(value, name.value, {
        value: tree.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return { start, end: ++this.at, value, members };
  }

  #array(depth: number): Tree {
    const start = this.at++;
    const value: unknown[] = [];
    let more = true;
    for (this.blank(); this.#text[this.at] !== "]"; this.blank()) {
      if (!more) throw this.#unexpected();
      value.push(this.value(depth + 1).value);
      more = this.#comma() !== undefined;
    }
    return { start, end: ++this.at, value };
  }

  #scalar(): Tree {
    const scalar = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
    scalar.lastIndex = this.at;
    const found = scalar.exec(this.#text)?.[0];
    if (found === undefined) throw this.#unexpected();
    const start = this.at;
    this.at += found.length;
    return { start, end: this.at, value: JSON.parse(found) as unknown };
  }

  #comma(): number | undefined {
    this.blank();
    return this.#text[this.at] === "," ? this.at++ : undefined;
  }

  #expect(character: string): void {
    if (this.#text[this.at] !== character) throw this.#unexpected();
    this.at++;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Unexpected text at ${this.at}.`);
  }
}
