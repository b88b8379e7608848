import { intOf, isInt } from "./int.js";
import { OrderedMap } from "./map.js";
import { interpolated, numberText, pointedText } from "./text.js";
import { double, isDouble, isPlainNull, numberOf, RecordValue, Uint } from "./values.js";

/** The members of a value that is written as an object; null for another value. */
export type Members = (value: unknown) => readonly (readonly [string, unknown])[] | null;

/** A list or an object of which a part is written. */
type Unfinished = { next: number } & (
  | { readonly members: readonly (readonly [string, unknown])[] }
  | { readonly members: null; readonly items: readonly unknown[] }
);

/** The boxed value as JSON in one line. Times become texts, and so do doubles that are not finite. */
export function toJson(value: unknown, membersOf: Members = plainMembers): string {
  let text = "";
  // A value may be nested as deep as it likes.
  const unfinished: Unfinished[] = [];
  const write = (item: unknown): void => {
    const members = membersOf(item);
    if (members !== null) {
      text += "{";
      unfinished.push({ next: 0, members });
    } else if (Array.isArray(item)) {
      text += "[";
      unfinished.push({ next: 0, members, items: item });
    } else {
      text += plainJson(item);
    }
  };
  write(value);
  for (let last = unfinished[unfinished.length - 1]; last !== undefined; last = unfinished[unfinished.length - 1]) {
    const index = last.next;
    last.next += 1;
    if (index === (last.members ?? last.items).length) {
      text += last.members === null ? "]" : "}";
      unfinished.pop();
      continue;
    }
    if (index > 0) text += ",";
    if (last.members === null) {
      write(last.items[index]);
    } else {
      const [key, member] = last.members[index] ?? ["", null];
      text += `${jsonText(key)}:`;
      write(member);
    }
  }
  return text;
}

/** The members of a map, a record, or a variant with contents. */
export function plainMembers(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (value instanceof OrderedMap) return value.entries().map(([key, item]) => [interpolated(key), item] as const);
  if (!(value instanceof RecordValue)) return null;
  const shown = value.type.shown(value);
  return typeof shown === "string" ? null : shown;
}

function plainJson(value: unknown): string {
  if (isPlainNull(value)) return "null";
  if (typeof value === "boolean" || isInt(value) || value instanceof Uint) return String(value);
  if (isDouble(value)) {
    const number = numberOf(value);
    return Number.isFinite(number) ? pointedText(number) : jsonText(numberText(number));
  }
  if (value instanceof RecordValue) return jsonText(String(value.type.shown(value)));
  return jsonText(interpolated(value));
}

// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const SHORT: { readonly [character: string]: string } = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A text as JSON; control characters, and those that are invisible or change the direction of text, are escaped. */
export function jsonText(text: string): string {
  const escaped = text.replace(
    ESCAPED,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"${escaped}"`;
}

/** A text that is no JSON. */
export class JsonError extends Error {}

/** The value that a text of JSON has: objects are maps, and numbers with a point or exponent doubles. */
export function parseJson(text: string): unknown {
  const reader = new JsonReader(text);
  const value = reader.value(MOST_JSON_LEVELS);
  reader.expectEnd();
  return value;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;
const MOST_JSON_LEVELS = 512;

/** Reads a text of JSON, part by part. */
export class JsonReader {
  /** The place of what is read next. */
  index = 0;

  constructor(readonly text: string) {}

  error(message: string): JsonError {
    return new JsonError(`${message}, at ${this.index}`);
  }

  /** Fails if more follows than space. */
  expectEnd(): void {
    this.skipSpace();
    if (this.index < this.text.length) throw this.error("more follows its end");
  }

  skipSpace(): void {
    if (this.text.charCodeAt(this.index) > 32) return;
    SPACE.lastIndex = this.index;
    SPACE.exec(this.text);
    this.index = SPACE.lastIndex;
  }

  accept(word: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(word, this.index)) return false;
    this.index += word.length;
    return true;
  }

  /** Reads a value, in which lists and objects may be nested so deep. */
  value(left: number): unknown {
    this.skipSpace();
    const first = this.text[this.index];
    if (left === 0 && (first === "{" || first === "[")) throw this.error("it is nested too deep");
    if (this.accept("{")) {
      const members: (readonly [string, unknown])[] = [];
      this.members((key) => void members.push([key, this.value(left - 1)]));
      return OrderedMap.of(members);
    }
    if (this.accept("[")) {
      const elements: unknown[] = [];
      this.elements(() => void elements.push(this.value(left - 1)));
      return elements;
    }
    if (this.accept("true")) return true;
    if (this.accept("false")) return false;
    if (this.accept("null")) return null;
    return first === '"' ? this.string() : this.number();
  }

  /** Reads the members of an object, after its start. */
  members(member: (key: string) => void): void {
    if (this.accept("}")) return;
    do {
      this.skipSpace();
      const key = this.string();
      if (!this.accept(":")) throw this.error("a colon is missing");
      member(key);
    } while (this.accept(","));
    if (!this.accept("}")) throw this.error("an object does not end");
  }

  /** Reads the elements of a list, after its start. */
  elements(element: () => void): void {
    if (this.accept("]")) return;
    do element();
    while (this.accept(","));
    if (!this.accept("]")) throw this.error("an array does not end");
  }

  /** Goes past what a pattern matches; returns false if it does not. */
  protected skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.index;
    const isThere = pattern.test(this.text);
    if (isThere) this.index = pattern.lastIndex;
    return isThere;
  }

  string(): string {
    const start = this.index;
    if (!this.skip(TEXT)) throw this.noText();
    const plain = this.text.slice(start + 1, this.index - 1);
    const text = plain.includes("\\") ? (JSON.parse(this.text.slice(start, this.index)) as string) : plain;
    // Half of a pair is no code point.
    return /[\ud800-\udfff]/.test(text) ? text.replace(/[\ud800-\udfff]/gu, "\ufffd") : text;
  }

  protected noText(): JsonError {
    return this.error("that is no text");
  }

  protected number(): unknown {
    const start = this.index;
    if (!this.skip(NUMBER)) throw this.error("a value is missing");
    const digits = this.text.slice(start, this.index);
    return /[.eE]/.test(digits) ? this.double(Number(digits)) : this.int(digits);
  }

  protected int(digits: string): unknown {
    const value = BigInt(digits);
    try {
      if (BigInt.asIntN(64, value) === value) return intOf(value);
    } catch {
      // It is told of below.
    }
    throw this.error("a whole number is beyond the range of an int");
  }

  protected double(value: number): unknown {
    if (!Number.isFinite(value)) throw this.error("a number is beyond the range of a double");
    return double(value);
  }
}

/** A value that `JSON.parse` gave as one whose type is known only at run time. */
export function fromPlain(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? intOf(BigInt(value)) : value;
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== "object" || value === null) return value ?? null;
  return OrderedMap.of(Object.entries(value).map(([key, item]) => [key, fromPlain(item)] as const));
}
