import { CharacterClass, property, WORD } from "./characterClass.js";

/** A condition on the code points before and after a place. */
export type Assertion = "text-start" | "text-end" | "line-start" | "line-end" | "word-boundary" | "no-word-boundary";

/** The numbers of rounds of a repetition; it prefers as many as possible if it is greedy, else as few. */
export interface Repetition {
  readonly minimum: number;
  readonly maximum: number | null;
  readonly isGreedy: boolean;
}

/** The syntax tree of a pattern. */
export type PatternNode =
  | { readonly kind: "empty" }
  | { readonly kind: "one"; readonly set: CharacterClass }
  | { readonly kind: "check"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly nodes: readonly PatternNode[] }
  | { readonly kind: "alternatives"; readonly nodes: readonly PatternNode[] }
  | { readonly kind: "repeated"; readonly node: PatternNode; readonly repetition: Repetition }
  | { readonly kind: "group"; readonly node: PatternNode; readonly number: number };

/** The error of a text that is no pattern. */
export class PatternError extends Error {}

interface Flags {
  readonly foldsCase: boolean;
  readonly isMultiline: boolean;
  readonly dotTakesNewline: boolean;
  readonly swapsGreed: boolean;
}

const NESTING_LIMIT = 200;
const REPETITION_LIMIT = 1000;

export function isWordCharacter(character: string): boolean {
  return /^[0-9A-Za-z_]$/.test(character);
}

function code(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Parses a pattern in RE2's syntax. There are no back references and no assertions that look around. */
export class PatternParser {
  /** The number of groups that have been opened. */
  groupCount = 0;
  private readonly characters: readonly string[];
  private index = 0;
  private depth = 0;
  private flags: Flags = { foldsCase: false, isMultiline: false, dotTakesNewline: false, swapsGreed: false };
  private readonly names = new Set<string>();

  constructor(text: string) {
    this.characters = Array.from(text);
  }

  parse(): PatternNode {
    const node = this.alternatives();
    if (!this.isAtEnd) throw new PatternError("there is no '(' for the ')'");
    return node;
  }

  private get isAtEnd(): boolean {
    return this.index >= this.characters.length;
  }

  /** The next character; empty at the end. */
  private get next(): string {
    return this.characters[this.index] ?? "";
  }

  private take(): string {
    const { next } = this;
    this.index += 1;
    return next;
  }

  private startsWith(prefix: string, start = this.index): boolean {
    return this.characters.slice(start, start + prefix.length).join("") === prefix;
  }

  private accept(prefix: string): boolean {
    if (!this.startsWith(prefix)) return false;
    this.index += prefix.length;
    return true;
  }

  /** The text up to a character, which is read too; null if there is none. */
  private upTo(character: string): string | null {
    const end = this.characters.indexOf(character, this.index);
    if (end < 0) return null;
    const text = this.characters.slice(this.index, end).join("");
    this.index = end + 1;
    return text;
  }

  private alternatives(): PatternNode {
    const first = this.sequence();
    const nodes = [first];
    while (this.accept("|")) nodes.push(this.sequence());
    return nodes.length === 1 ? first : { kind: "alternatives", nodes };
  }

  private sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (!this.isAtEnd && this.next !== "|" && this.next !== ")") {
      if (this.accept("\\Q")) {
        while (!this.isAtEnd && !this.startsWith("\\E")) nodes.push(this.literal(code(this.take())));
        this.accept("\\E");
      } else {
        const atom = this.atom();
        if (atom === null) continue;
        nodes.push(atom);
      }
      const repetition = this.repetition();
      if (repetition === null) continue;
      const node = nodes.pop();
      if (node === undefined) throw new PatternError("there is nothing to repeat");
      nodes.push({ kind: "repeated", node, repetition });
      if (this.repetition() !== null) throw new PatternError("a repetition cannot be repeated");
    }
    const [only] = nodes;
    if (only === undefined) return { kind: "empty" };
    return nodes.length === 1 ? only : { kind: "sequence", nodes };
  }

  private repetition(): Repetition | null {
    const counts = this.repetitionCounts();
    if (counts === null) return null;
    const [minimum, maximum] = counts;
    return { minimum, maximum, isGreedy: this.accept("?") === this.flags.swapsGreed };
  }

  private repetitionCounts(): readonly [number, number | null] | null {
    if (this.accept("*")) return [0, null];
    if (this.accept("+")) return [1, null];
    if (this.accept("?")) return [0, 1];
    const rest = this.characters.slice(this.index, this.index + 30).join("");
    const match = /^\{([0-9]+)(?:(,)([0-9]*))?\}/.exec(rest);
    if (match === null) return null;
    const [whole = "", first = "", comma, second = ""] = match;
    const minimum = Number(first);
    const maximum = comma === undefined ? minimum : second === "" ? null : Number(second);
    if (minimum > (maximum ?? minimum) || Math.max(minimum, maximum ?? 0) > REPETITION_LIMIT) {
      throw new PatternError("the number of repetitions is out of range");
    }
    this.index += whole.length;
    return [minimum, maximum];
  }

  /** Reads an atom; returns null if it only sets flags for the following atoms. */
  private atom(): PatternNode | null {
    const next = this.take();
    const { isMultiline, dotTakesNewline } = this.flags;
    switch (next) {
      case "(":
        return this.group();
      case "[":
        return { kind: "one", set: this.bracket() };
      case ".":
        return { kind: "one", set: dotTakesNewline ? CharacterClass.any : CharacterClass.anyButNewline };
      case "^":
        return { kind: "check", assertion: isMultiline ? "line-start" : "text-start" };
      case "$":
        return { kind: "check", assertion: isMultiline ? "line-end" : "text-end" };
      case "\\":
        return this.escape();
      case "*":
      case "+":
      case "?":
        throw new PatternError("there is nothing to repeat");
      default:
        return this.literal(code(next));
    }
  }

  private literal(scalar: number): PatternNode {
    return { kind: "one", set: this.folded(new CharacterClass([scalar, scalar])) };
  }

  private folded(set: CharacterClass): CharacterClass {
    if (this.flags.foldsCase) set.foldCase();
    return set;
  }

  private group(): PatternNode | null {
    const saved = this.flags;
    let number: number | null = null;
    if (this.accept("?")) {
      if (this.accept("P<") || this.accept("<")) {
        this.groupName();
        this.groupCount += 1;
        number = this.groupCount;
      } else if (this.setFlags()) {
        return null;
      }
    } else {
      this.groupCount += 1;
      number = this.groupCount;
    }
    this.depth += 1;
    if (this.depth > NESTING_LIMIT) throw new PatternError("the pattern is nested too deeply");
    const node = this.alternatives();
    if (!this.accept(")")) throw new PatternError("the '(' is not closed");
    this.depth -= 1;
    this.flags = saved;
    return number === null ? node : { kind: "group", node, number };
  }

  private groupName(): void {
    if (this.next === "=" || this.next === "!") throw new PatternError("a pattern cannot look behind");
    const name = this.upTo(">") ?? "";
    if (!/^[0-9A-Za-z_]+$/.test(name) || this.names.has(name)) {
      throw new PatternError("that is no name of a group, or it is taken");
    }
    this.names.add(name);
  }

  /** Reads flags; returns true if they apply to the rest of the enclosing group. */
  private setFlags(): boolean {
    let [isOn, isEmpty] = [true, true];
    while (!this.isAtEnd) {
      const flag = this.take();
      const name = FLAGS[flag];
      if (name !== undefined) {
        this.flags = { ...this.flags, [name]: isOn };
        isEmpty = false;
        continue;
      }
      if (flag === "=" || flag === "!") throw new PatternError("a pattern cannot look ahead");
      if (flag === ":" && (!isEmpty || isOn)) return false;
      if (flag === ")" && !isEmpty) return true;
      if (flag !== "-" || !isOn) throw new PatternError("there is no such group");
      [isOn, isEmpty] = [false, true];
    }
    throw new PatternError("the '(' is not closed");
  }

  private escape(): PatternNode {
    const assertion = ASSERTIONS[this.next];
    if (assertion !== undefined) {
      this.index += 1;
      return { kind: "check", assertion };
    }
    const set = new CharacterClass();
    return this.classEscape(set) ? { kind: "one", set: this.folded(set) } : this.literal(this.scalarEscape());
  }

  private bracket(): CharacterClass {
    const set = new CharacterClass();
    const isNegated = this.accept("^");
    for (let isFirst = true; isFirst || this.next !== "]"; isFirst = false) {
      if (this.accept("[:")) {
        const name = this.upTo(":");
        if (name === null || !this.accept("]") || !set.insertPosix(name)) throw new PatternError("there is no such class");
        continue;
      }
      if (this.next === "\\") {
        this.index += 1;
        if (this.classEscape(set)) continue;
        this.index -= 1;
      }
      const lower = this.bracketScalar();
      let upper = lower;
      const after = this.characters[this.index + 1];
      if (this.next === "-" && after !== undefined && after !== "]") {
        this.index += 1;
        upper = this.bracketScalar();
      }
      if (lower > upper) throw new PatternError("the range is empty");
      set.insert([lower, upper]);
    }
    this.index += 1;
    this.folded(set);
    if (isNegated) set.negate();
    return set;
  }

  private bracketScalar(): number {
    if (this.isAtEnd) throw new PatternError("the '[' is not closed");
    const character = this.take();
    return character === "\\" ? this.scalarEscape() : code(character);
  }

  /** Reads an escape for a class; returns false, and reads nothing, if it is another escape. */
  private classEscape(set: CharacterClass): boolean {
    const letter = this.next;
    if (letter === "p" || letter === "P") {
      this.index += 1;
      this.property(set, letter === "P");
      return true;
    }
    const ranges = CLASSES[letter.toLowerCase()];
    if (letter === "" || ranges === undefined) return false;
    this.index += 1;
    set.insertAll(ranges, letter !== letter.toLowerCase());
    return true;
  }

  private property(set: CharacterClass, isNegated: boolean): void {
    let name = this.isAtEnd ? "" : this.take();
    if (name === "{") {
      const text = this.upTo("}");
      if (text === null) throw new PatternError("the '{' is not closed");
      name = text;
    }
    const isOpposite = name.startsWith("^");
    const wanted = isOpposite ? name.slice(1) : name;
    if (wanted === "Any") {
      if (isNegated === isOpposite) set.insert([0, 0x10ffff]);
      return;
    }
    const test = property(wanted);
    if (test === null) throw new PatternError(`there is no class '${wanted}'`);
    set.insertTest(test, isNegated !== isOpposite);
  }

  /** Reads the rest of an escape for one code point. */
  private scalarEscape(): number {
    if (this.isAtEnd) throw new PatternError("the pattern ends with a backslash");
    const letter = this.take();
    const control = CONTROLS[letter];
    if (control !== undefined) return control;
    if (letter === "x") return this.hexadecimalEscape();
    if (/^[0-7]$/.test(letter)) return this.octalEscape(letter);
    if (letter === "8" || letter === "9") throw new PatternError("a pattern cannot refer back to a group");
    if (code(letter) >= 128 || (isWordCharacter(letter) && letter !== "_")) {
      throw new PatternError(`there is no escape '\\${letter}'`);
    }
    return code(letter);
  }

  private octalEscape(first: string): number {
    if (first !== "0" && !/^[0-7]$/.test(this.next)) throw new PatternError("a pattern cannot refer back to a group");
    let digits = first;
    while (digits.length < 3 && /^[0-7]$/.test(this.next)) digits += this.take();
    return parseInt(digits, 8);
  }

  private hexadecimalEscape(): number {
    const digits = this.accept("{") ? this.upTo("}") ?? "" : this.take() + this.take();
    const scalar = /^[0-9a-f]+$/i.test(digits) ? parseInt(digits, 16) : NaN;
    if (!(scalar <= 0x10ffff) || (scalar >= 0xd800 && scalar <= 0xdfff)) throw new PatternError("that is no code point");
    return scalar;
  }
}

const FLAGS: { readonly [flag: string]: keyof Flags | undefined } = {
  i: "foldsCase",
  m: "isMultiline",
  s: "dotTakesNewline",
  U: "swapsGreed",
};

const ASSERTIONS: { readonly [letter: string]: Assertion | undefined } = {
  A: "text-start",
  z: "text-end",
  b: "word-boundary",
  B: "no-word-boundary",
};

const CLASSES: { readonly [letter: string]: readonly (readonly [number, number])[] | undefined } = {
  d: [[0x30, 0x39]],
  s: [
    [0x09, 0x0a],
    [0x0c, 0x0d],
    [0x20, 0x20],
  ],
  w: WORD,
};

const CONTROLS: { readonly [letter: string]: number | undefined } = {
  a: 0x07,
  f: 0x0c,
  t: 0x09,
  n: 0x0a,
  r: 0x0d,
  v: 0x0b,
};
