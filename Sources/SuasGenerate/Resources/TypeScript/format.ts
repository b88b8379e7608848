import { compareTexts } from "./equality.js";
import { indexOutOfRange, invalidArgument } from "./failure.js";
import { bigintOf, int, isInt } from "./int.js";
import { OrderedMap } from "./map.js";
import { formatted } from "./number.js";
import { numberText, utf8 } from "./text.js";
import { Duration, Timestamp } from "./time.js";
import { Bytes, isDouble, isPlainNull, numberOf, typeName, TypeValue, Uint } from "./values.js";

/** The text with its clauses %s %d %f %e %b %o %x %X replaced by the elements of a list. */
export function format(text: string, values: readonly unknown[]): string {
  let used = 0;
  return text.replace(/%(?:%|(\.[0-9]*)?([^]?))/gu, (whole: string, precision?: string, clause = "") => {
    if (whole === "%%") return "%";
    const digits = precisionOf(precision);
    if (clause === "") throw invalidArgument("the text ends within a clause of its format");
    if (used >= values.length) throw indexOutOfRange(int(used), values.length);
    used += 1;
    return written(clause, values[used - 1], digits);
  });
}

function precisionOf(text: string | undefined): number {
  if (text === undefined) return 6;
  const digits = text.slice(1);
  if (digits === "" || Number(digits) > 1000) throw invalidArgument(`'.${digits}' is no precision up to 1000`);
  return Number(digits);
}

function written(clause: string, value: unknown, precision: number): string {
  const text = clauseText(clause, value, precision);
  if (text === null) throw invalidArgument(`'%${clause}' takes no ${typeName(value)}`);
  return text;
}

function clauseText(clause: string, value: unknown, precision: number): string | null {
  switch (clause) {
    case "s":
      return shown(value);
    case "d":
      if (isDouble(value) && !Number.isFinite(numberOf(value))) return numberText(numberOf(value));
      return digits(value, 10);
    case "f":
    case "e":
      return fraction(value, precision, clause === "e");
    case "b":
      return typeof value === "boolean" ? (value ? "1" : "0") : digits(value, 2);
    case "o":
      return digits(value, 8);
    case "x":
      return hexadecimal(value);
    case "X":
      return hexadecimal(value)?.toUpperCase() ?? null;
    default:
      throw invalidArgument(`there is no clause '%${clause}' of a format`);
  }
}

function digits(value: unknown, radix: number): string | null {
  if (isInt(value)) return bigintOf(value).toString(radix);
  return value instanceof Uint ? value.value.toString(radix) : null;
}

function fraction(value: unknown, precision: number, hasExponent: boolean): string | null {
  if (!isDouble(value) && !isInt(value) && !(value instanceof Uint)) return null;
  const number = isDouble(value) ? numberOf(value) : Number(String(value));
  return Number.isFinite(number) ? formatted(number, precision, hasExponent) : numberText(number);
}

function hexadecimal(value: unknown): string | null {
  const bytes = typeof value === "string" ? utf8(value) : value instanceof Bytes ? value.content : null;
  if (bytes === null) return digits(value, 16);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function shown(value: unknown): string {
  if (isPlainNull(value)) return "null";
  if (typeof value === "string") return value;
  if (isDouble(value)) return numberText(numberOf(value));
  if (value instanceof Bytes) return lossy(value);
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (value instanceof OrderedMap) {
    const entries = value.entries().map(([key, item]) => [shown(key), shown(item)] as const);
    const sorted = entries.slice().sort(([left], [right]) => compareTexts(left, right));
    return `{${sorted.map(([key, item]) => `${key}: ${item}`).join(", ")}}`;
  }
  const isPlain =
    typeof value === "boolean" ||
    isInt(value) ||
    value instanceof Uint ||
    value instanceof Timestamp ||
    value instanceof Duration ||
    value instanceof TypeValue;
  if (!isPlain) throw invalidArgument(`'%s' takes no ${typeName(value)}`);
  return String(value);
}

/** The text of bytes, with a mark in the place of what is no UTF-8. */
function lossy(bytes: Bytes): string {
  let result = "";
  for (let start = 0; start < bytes.size; ) {
    const length = sequenceLength(bytes.content, start);
    const encoded = Array.from(bytes.content.slice(start, start + length), (byte) => `%${byte.toString(16).padStart(2, "0")}`);
    try {
      result += decodeURIComponent(encoded.join(""));
      start += length;
    } catch {
      result += "\ufffd";
      start += 1;
    }
  }
  return result;
}

function sequenceLength(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0;
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
