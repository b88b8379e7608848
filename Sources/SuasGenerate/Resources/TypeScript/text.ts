import { typeMismatch } from "./failure.js";
import { isInt } from "./int.js";
import { OrderedMap } from "./map.js";
import { Duration, Timestamp } from "./time.js";
import { isDouble, numberOf, Optional, RecordValue, typeName, TypeValue, Uint } from "./values.js";

/** The shortest digits that read back as the number, always with a point or an exponent. */
export function pointedText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0.0`;
  const magnitude = Math.abs(value);
  const [mantissa = "", exponent = ""] = magnitude.toExponential().split("e");
  const digits = mantissa.replace(".", "");
  // The number is 0.DIGITS times ten to this power.
  const power = Number(exponent) + 1;
  if (power < -3 || magnitude > 9007199254740992) return sign + exponential(digits, power - 1);
  if (power <= 0) return `${sign}0.${"0".repeat(-power)}${digits}`;
  if (power >= digits.length) return `${sign}${digits}${"0".repeat(power - digits.length)}.0`;
  return `${sign}${digits.slice(0, power)}.${digits.slice(power)}`;
}

function exponential(digits: string, power: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
  return `${digits.slice(0, 1)}${fraction}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** The result of `string(x)`: the shortest digits that read back, and for a whole number no point. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return pointedText(value).replace(/\.0$/, "");
}

/** The text of a value inside of a longer text: the result of `string(x)`, if it has one. */
export function interpolated(value: unknown): string {
  if (typeof value === "string") return value;
  if (isInt(value) || value instanceof Uint || value instanceof Timestamp || value instanceof Duration) {
    return String(value);
  }
  return isDouble(value) ? numberText(numberOf(value)) : describe(value);
}

/** The text of a value inside of a text of the spec; fails for a list, a map, a record and null. */
export function textOf(value: unknown): string {
  const isOther =
    value === null ||
    Array.isArray(value) ||
    value instanceof OrderedMap ||
    value instanceof RecordValue ||
    value instanceof TypeValue ||
    value instanceof Optional;
  if (isOther) throw typeMismatch(value, "something that text can hold");
  return interpolated(value);
}

/** The value as an expression that evaluates to it, without what is nested deeper than states are. */
export function describe(value: unknown, levels = 200): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return quoted(value);
  if (isDouble(value)) return pointedText(numberOf(value));
  if (value instanceof Uint) return `${value}u`;
  if (value instanceof Timestamp) return `timestamp("${value}")`;
  if (value instanceof Duration) return `duration("${value}")`;
  if (Array.isArray(value)) return levels === 0 ? "…" : `[${value.map((item) => describe(item, levels - 1)).join(", ")}]`;
  if (value instanceof OrderedMap) {
    if (levels === 0) return "…";
    const entries = value.entries().map(([key, item]) => `${describe(key)}: ${describe(item, levels - 1)}`);
    return `{${entries.join(", ")}}`;
  }
  if (value instanceof RecordValue) return levels === 0 ? "…" : describeRecord(value, levels - 1);
  if (value instanceof Optional) {
    if (levels === 0) return "…";
    return value.hasValue ? `optional.of(${describe(value.value, levels - 1)})` : "optional.none()";
  }
  return String(value);
}

function describeRecord(record: RecordValue, levels: number): string {
  const fields = record.type.fields.map((field, index) =>
    field.isSensitive ? `${field.name}: ***` : `${field.name}: ${describe(record.values[index], levels)}`,
  );
  return `${record.type.name}{${fields.join(", ")}}`;
}

/** The value in a short form for messages. */
export function brief(value: unknown): string {
  if (typeof value === "string") {
    const points = Array.from(value);
    return points.length <= 40 ? quoted(value) : `${quoted(points.slice(0, 40).join(""))}…`;
  }
  const isShort =
    value === null ||
    typeof value === "boolean" ||
    isInt(value) ||
    isDouble(value) ||
    value instanceof Uint ||
    value instanceof Timestamp ||
    value instanceof Duration ||
    value instanceof TypeValue;
  return isShort ? describe(value) : `of type ${typeName(value)}`;
}

const ESCAPES: { readonly [character: string]: string } = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\u0007": "\\a",
  "\b": "\\b",
  "\u000b": "\\v",
  "\f": "\\f",
};

/** The text as a string literal. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\t\u0007\b\u000b\f]/g, (character) => ESCAPES[character] ?? character)}"`;
}

export function quotedBytes(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => {
    const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x22 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  return `b"${characters.join("")}"`;
}

/** The number of bytes of a text in UTF-8. */
export function utf8Count(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    count += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return count;
}

/** The bytes of a text in UTF-8. */
export function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length);
  let end = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0;
    if (code < 0x80) {
      bytes[end++] = code;
      continue;
    }
    if (code < 0x800) {
      bytes[end++] = 0xc0 | (code >> 6);
    } else {
      if (code < 0x10000) {
        bytes[end++] = 0xe0 | (code >> 12);
      } else {
        bytes[end++] = 0xf0 | (code >> 18);
        bytes[end++] = 0x80 | ((code >> 12) & 63);
        index += 1;
      }
      bytes[end++] = 0x80 | ((code >> 6) & 63);
    }
    bytes[end++] = 0x80 | (code & 63);
  }
  return bytes.subarray(0, end);
}
