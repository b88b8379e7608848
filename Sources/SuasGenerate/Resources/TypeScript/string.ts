import { Failure, invalidArgument, noMatchingOverload } from "./failure.js";
import { type Int, int, numberOfInt } from "./int.js";
import { quoted, utf8 } from "./text.js";
import { Bytes } from "./values.js";

// Functions of texts, which are sequences of code points.

/** True if some code point of a text takes two code units. */
function isWide(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

/** The number of code points. */
export function codePoints(text: string): Int {
  return int(isWide(text) ? Array.from(text).length : text.length);
}

function outOfText(index: Int): Failure {
  return new Failure("index-out-of-range", `there is no index ${index} in the text`);
}

/** The offset of a code point, which may be the end; fails with `index-out-of-range`. */
function offset(text: string, index: Int): number {
  if (index < 0 || index > text.length) throw outOfText(index);
  if (!isWide(text)) return numberOfInt(index);
  let place = 0;
  for (let left = numberOfInt(index); left > 0; left -= 1) {
    if (place >= text.length) throw outOfText(index);
    place = next(text, place);
  }
  return place;
}

/** The offset after the code point at an offset. */
function next(text: string, place: number): number {
  return place + ((text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);
}

/** The code point at an index; empty at the end of the text. */
export function characterAt(text: string, index: Int): string {
  const start = offset(text, index);
  return start === text.length ? "" : text.slice(start, next(text, start));
}

/** The index of the first occurrence at or after an index, or -1. */
export function indexOfText(text: string, part: string, start: Int = int(0)): Int {
  const found = text.indexOf(part, offset(text, start));
  return found < 0 ? int(-1) : codePoints(text.slice(0, found));
}

/** The index of the last occurrence at or before an index, or -1. */
export function lastIndexOfText(text: string, part: string, limit?: Int): Int {
  const last = limit === undefined ? text.length : offset(text, limit);
  const found = text.lastIndexOf(part, last);
  return found < 0 ? int(-1) : codePoints(text.slice(0, found));
}

/** The text from one index up to, but not including, another. */
export function substring(text: string, start: Int, end?: Int): string {
  const lower = offset(text, start);
  if (end === undefined) return text.slice(lower);
  const upper = offset(text, end);
  if (start > end) throw invalidArgument(`the text has no part from ${start} to ${end}`);
  return text.slice(lower, upper);
}

/** The concatenated texts, with a separator between them. */
export function joined(texts: readonly unknown[], separator = ""): string {
  if (!texts.every((text) => typeof text === "string")) throw noMatchingOverload("join", [texts]);
  return texts.join(separator);
}

/** The text with the letters A to Z in lower case. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The text with the letters a to z in upper case. */
export function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** The text as a string literal. */
export function quote(text: string): string {
  return quoted(text);
}

/** The text with at most so many occurrences replaced; all if the number is negative. */
export function replace(text: string, old: string, other: string, limit: Int = int(-1)): string {
  let left = limit < 0 ? Infinity : numberOfInt(limit);
  if (old === "") {
    // As in Go, the empty text occurs before every code point and at the end.
    let result = "";
    for (const character of text) {
      result += left > 0 ? other + character : character;
      left -= 1;
    }
    return left > 0 ? result + other : result;
  }
  let result = "";
  let start = 0;
  for (; left > 0; left -= 1) {
    const found = text.indexOf(old, start);
    if (found < 0) break;
    result += text.slice(start, found) + other;
    start = found + old.length;
  }
  return result + text.slice(start);
}

/** The parts between the separators, at most so many; the code points if the separator is empty. */
export function split(text: string, separator: string, limit: Int = int(-1)): readonly string[] {
  const most = limit < 0 ? Infinity : numberOfInt(limit);
  if (most === 0) return [];
  const parts = separator === "" ? Array.from(text) : text.split(separator);
  if (parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)];
}

const SPACE = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const SPACE_AT_ENDS = new RegExp(`^${SPACE}|${SPACE}$`, "g");

/** The text without leading and trailing white space. */
export function trimmed(text: string): string {
  return text.replace(SPACE_AT_ENDS, "");
}

/** The code points in the opposite order. */
export function reversedText(text: string): string {
  return Array.from(text).reverse().join("");
}

/** The text decoded from UTF-8. */
export function decoded(bytes: Bytes): string {
  try {
    return decodeURIComponent(Array.from(bytes.content, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  } catch {
    throw invalidArgument("the bytes are no UTF-8");
  }
}

/** The text in UTF-8. */
export function encoded(text: string): Bytes {
  return new Bytes(utf8(text));
}

/** The bytes of both. */
export function concatenated(left: Bytes, right: Bytes): Bytes {
  return new Bytes([...left.content, ...right.content]);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bytes in base 64 (RFC 4648, section 4). */
export function encodeBase64(bytes: Bytes): string {
  let result = "";
  for (let start = 0; start < bytes.size; start += 3) {
    const count = Math.min(3, bytes.size - start);
    let bits = 0;
    for (let index = 0; index < 3; index += 1) bits = (bits << 8) | (bytes.content[start + index] ?? 0);
    for (let index = 0; index < 4; index += 1) {
      result += index <= count ? ALPHABET.charAt((bits >> (18 - 6 * index)) & 63) : "=";
    }
  }
  return result;
}

/** The bytes decoded from base 64; padding may be missing, but must not be wrong. */
export function decodeBase64(text: string): Bytes {
  const digits = utf8(text).length % 4 === 0 ? text.replace(/={1,2}$/, "") : text;
  const isWrong = digits.length % 4 === 1 || Array.from(digits).some((digit) => !ALPHABET.includes(digit));
  if (isWrong) throw invalidArgument("the text is no base 64");
  const result: number[] = [];
  let [bits, count] = [0, 0];
  for (const digit of digits) {
    bits = ((bits << 6) | ALPHABET.indexOf(digit)) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      result.push((bits >> count) & 0xff);
    }
  }
  return new Bytes(result);
}
