import { type Int, intOf, isInt } from "./int.js";
import { OrderedMap } from "./map.js";
import { interpolated, numberText, pointedText } from "./text.js";
import { double, isDouble, isPlainNull, numberOf, RecordValue, Uint } from "./values.js";

/** The boxed value as JSON in one line. Times become texts, and so do doubles that are not finite. */
export function toJson(value: unknown): string {
  const pieces: string[] = [];
  // What is left to write, the next piece last: a value may be nested as deep as it likes.
  const rest: (string | { readonly value: unknown })[] = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") {
      pieces.push(next);
      continue;
    }
    const item = next.value;
    const members = membersOf(item);
    if (members !== null) {
      const inner = members.flatMap(([key, member], index) => [
        `${index > 0 ? "," : ""}${jsonText(key)}:`,
        { value: member },
      ]);
      rest.push("}", ...inner.reverse(), "{");
    } else if (Array.isArray(item)) {
      const inner = item.flatMap((element, index) => [index > 0 ? "," : "", { value: element as unknown }]);
      rest.push("]");
      for (let index = inner.length - 1; index >= 0; index -= 1) rest.push(inner[index] ?? "");
      rest.push("[");
    } else {
      pieces.push(plainJson(item));
    }
  }
  return pieces.join("");
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | null {
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
  return new JsonParser(text).parse();
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;
const MOST_JSON_LEVELS = 512;

class JsonParser {
  private index = 0;

  constructor(private readonly text: string) {}

  parse(): unknown {
    const value = this.value(MOST_JSON_LEVELS);
    this.skipSpace();
    if (this.index < this.text.length) throw this.error("there is more after the value");
    return value;
  }

  private error(message: string): JsonError {
    return new JsonError(`${message}, at ${this.index}`);
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.index;
    SPACE.exec(this.text);
    this.index = SPACE.lastIndex;
  }

  private accept(word: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(word, this.index)) return false;
    this.index += word.length;
    return true;
  }

  private value(left: number): unknown {
    if (left < 0) throw this.error("the value is nested too deep");
    if (this.accept("{")) return this.members(left);
    if (this.accept("[")) return this.elements(left);
    if (this.accept("true")) return true;
    if (this.accept("false")) return false;
    if (this.accept("null")) return null;
    return this.text[this.index] === '"' ? this.string() : this.number();
  }

  private members(left: number): unknown {
    const members: (readonly [string, unknown])[] = [];
    if (this.accept("}")) return OrderedMap.empty();
    do {
      this.skipSpace();
      const key = this.string();
      if (!this.accept(":")) throw this.error("a ':' is missing");
      members.push([key, this.value(left - 1)]);
    } while (this.accept(","));
    if (!this.accept("}")) throw this.error("a '}' is missing");
    return OrderedMap.of(members);
  }

  private elements(left: number): unknown {
    const elements: unknown[] = [];
    if (this.accept("]")) return elements;
    do elements.push(this.value(left - 1));
    while (this.accept(","));
    if (!this.accept("]")) throw this.error("a ']' is missing");
    return elements;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.index;
    const match = pattern.exec(this.text);
    if (match !== null) this.index = pattern.lastIndex;
    return match;
  }

  private string(): string {
    const match = this.match(TEXT);
    if (match === null) throw this.error("that is no text");
    const text = JSON.parse(match[0] ?? "") as string;
    // Half of a pair is no code point.
    return text.replace(/[\ud800-\udfff]/gu, "\ufffd");
  }

  private number(): unknown {
    const match = this.match(NUMBER);
    if (match === null) throw this.error("that is no value");
    const [digits = "", fraction, exponent] = match;
    if (fraction === undefined && exponent === undefined) return this.int(digits);
    const value = Number(digits);
    if (!Number.isFinite(value)) throw this.error("a number is beyond the range of a double");
    return double(value);
  }

  private int(digits: string): Int {
    const value = BigInt(digits);
    try {
      if (BigInt.asIntN(64, value) === value) return intOf(value);
    } catch {
      // It is told of below.
    }
    throw this.error("a whole number is beyond the range of an int");
  }
}

/** A value that `JSON.parse` gave as one whose type is known only at run time. */
export function fromPlain(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? intOf(BigInt(value)) : value;
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== "object" || value === null) return value ?? null;
  return OrderedMap.of(Object.entries(value).map(([key, item]) => [key, fromPlain(item)] as const));
}
