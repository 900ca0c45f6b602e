import { dangerous } from "../charge.ts";
import { everyNode, type ParameterExpansionPart, type Word, type WordPart } from "../grammar.ts";
import type { Trial } from "../trial.ts";
import { bracedHex } from "./ansi.ts";
import { judgeArithmetic, type Reader } from "./arithmetic.ts";
import { insert, plain, toFields, toSingle, type Atom } from "./atoms.ts";
import { expandBraces } from "./braces.ts";
import { unknown, type Field } from "./field.ts";
import { outputShape } from "./output.ts";
import { parameterAtoms, plainParameter } from "./parameter-expansion.ts";
import type { Scope } from "./scope.ts";
import { tilde } from "./tilde.ts";

/** Reads words the way bash would, as far as that can be known without running anything. */
export class Expander implements Reader {
  readonly trial: Trial;
  readonly scope: Scope;

  constructor(trial: Trial, scope: Scope) {
    this.trial = trial;
    this.scope = scope;
  }

  /** A word of a command: braces, variables, splitting and patterns all apply. */
  fields(word: Word): Field[] {
    if (!word.parts?.some((part) => part.type === "BraceExpansion")) return this.#fieldsOf(word);
    const words = expandBraces(word);
    if (words === undefined) return this.#fieldsOf(word);
    everyNode(word, (node) => this.trial.visited.add(node));
    return words.flatMap((each) => toFields(this.atoms(each, false, true)));
  }

  #fieldsOf(word: Word): Field[] {
    return toFields(this.atoms(word, false));
  }

  /** A word that stays one value: an assignment, a here-string, an operand of `[[`. */
  single(word: Word): Field {
    return toSingle(this.atoms(word, true));
  }

  atoms(word: Word, single: boolean, braced = false): Atom[] {
    this.trial.docket.spend();
    const home = tilde(word, this.scope, this.trial.world, braced);
    if (word.parts === undefined) {
      const value = home ? word.value.slice(home.length) : word.value;
      // Quoted, because a word the parser left whole has no wildcard and is there even when it is empty.
      return [...(home ? [plain(home.before), ...insert(home.value, true)] : []), plain(value)];
    }
    return word.parts.flatMap((part, at) => {
      const atoms = this.part(part, false, single);
      if (at > 0 || home === undefined) return atoms;
      const [first, ...others] = atoms;
      const rest = first?.kind === "text" ? [plain(first.text.slice(home.length))] : [];
      return [plain(home.before), ...insert(home.value, true), ...rest, ...others];
    });
  }

  part(part: WordPart, quoted: boolean, single: boolean): Atom[] {
    this.trial.docket.spend();
    switch (part.type) {
      case "Literal":
        return [plain(part.value, quoted || part.value === "")];
      case "SingleQuoted":
        return [plain(part.value)];
      case "AnsiCQuoted":
        return [plain(bracedHex(part.text) ?? part.value)];
      case "DoubleQuoted":
      case "LocaleString":
        // An empty pair of quotes is still a word, unless it holds only "$@" and there is nothing in it.
        return part.parts.length === 0
          ? [plain("")]
          : part.parts.flatMap((child) => this.part(child, true, single));
      case "Glob":
        for (const child of part.parts ?? []) this.part(child, true, true);
        return single ? [plain(part.value)] : [{ kind: "glob", text: part.value }];
      case "SimpleExpansion":
        return plainParameter(part.text.slice(1), this, quoted);
      case "ParameterExpansion":
        return this.#parameter(part, quoted, single);
      case "CommandExpansion":
        return this.#substitution(part.script, quoted);
      case "ArithmeticExpansion":
        if (part.expression === undefined && !/^\$(\(\(\s*\)\)|\[\s*\])$/.test(part.text)) {
          this.charge("unread-arithmetic", "syntax", "arithmetic that cannot be read");
        }
        judgeArithmetic(part.expression, this);
        return insert(unknown("integer"), quoted);
      case "ProcessSubstitution":
        if (part.script) this.trial.inner(part.script, this.scope.fork());
        else this.charge("unread-substitution", "syntax", "a substitution that cannot be read");
        return [plain("/dev/fd/63")];
      case "ExtendedGlob":
        for (const child of part.parts ?? []) this.part(child, true, true);
        this.charge("extended-glob", "syntax", "an extended pattern, which this shell may read differently");
        return [{ kind: "glob", text: "*" }];
      case "BraceExpansion": {
        for (const child of part.parts ?? []) this.part(child, quoted, single);
        const numbers = /^\{-?\d+\.\.-?\d+(\.\.-?\d+)?\}$/.test(part.text);
        return single ? [plain(part.text)] : insert(unknown(numbers ? "integer" : "any"), false);
      }
      default:
        this.charge("unknown-syntax", "syntax", "a part of a word this judge does not know");
        return insert(unknown(), quoted);
    }
  }

  #parameter(part: ParameterExpansionPart, quoted: boolean, single: boolean): Atom[] {
    return parameterAtoms(part, this, { quoted, single });
  }

  #substitution(script: Parameters<Trial["inner"]>[0] | undefined, quoted: boolean): Atom[] {
    if (script === undefined) {
      this.charge("unread-substitution", "syntax", "a substitution that cannot be read");
      return insert(unknown(), quoted);
    }
    this.trial.inner(script, this.scope.fork());
    return insert(unknown(outputShape(script, this.scope)), quoted);
  }

  charge(rule: string, category: string, reason: string): void {
    this.trial.charge(dangerous(rule, category, reason), [], this.scope);
  }
}
