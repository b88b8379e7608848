import { compareNumbers, compareValues, UNORDERED } from "./equality.js";
import {
  Failure,
  failureOf,
  indexOutOfRange,
  invalidArgument,
  noMatchingOverload,
  noSuchField,
  noSuchKey,
  nullValue,
  unexpected,
} from "./failure.js";
import * as ints from "./int.js";
import { isInt } from "./int.js";
import * as lists from "./list.js";
import { OrderedMap } from "./map.js";
import { Cidr, IPAddress } from "./network.js";
import * as numbers from "./number.js";
import {
  codePoints,
  concatenated,
  decoded,
  encoded,
  indexOfText,
  joined,
  lastIndexOfText,
  reversedText,
} from "./string.js";
import { describe, interpolated } from "./text.js";
import { Duration, secondsOf, Timestamp } from "./time.js";
import { VariantType } from "./types.js";
import { Bytes, double, isDouble, isPlainNull, mapKey, numberOf, Optional, RecordValue, typeName, typeOf, Uint } from "./values.js";
import { durationPart, isPartOfDurations, type TimePart, timePart } from "./zone.js";

// Parts and functions of values whose types are known only at run time.

/** The value of a field or key; null if it is absent. */
function fieldOrNull(value: unknown, name: string): unknown {
  if (value instanceof OrderedMap) return value.get(name) ?? null;
  if (value instanceof RecordValue) {
    const index = value.type.indexOf(name);
    if (index < 0) throw noSuchField(name, value.type.name);
    return value.values[index];
  }
  if (isPlainNull(value)) throw nullValue();
  throw new Failure("no-matching-overload", `${typeName(value)} has no fields, so no '${name}'`);
}

function isPresent(value: unknown, name: string): boolean {
  return value instanceof OrderedMap ? value.has(name) : fieldOrNull(value, name) !== null;
}

/** The value of a field or key; of an optional, an optional. */
export function select(value: unknown, name: string): unknown {
  if (value instanceof Optional) return value.hasValue ? selectOptional(value.value, name) : value;
  if (isPresent(value, name)) return fieldOrNull(value, name);
  if (!(value instanceof RecordValue)) throw noSuchKey(name);
  if (value.type instanceof VariantType) throw noSuchCase(name, value.type.name);
  return null;
}

/** The error for a case of a variant that is not the present one. */
export function noSuchCase(name: string, type: string): Failure {
  return new Failure("no-such-case", `${type} is not '${name}' now`);
}

/** The value of a field or key, if it is there. */
export function selectOptional(value: unknown, name: string): Optional<unknown> {
  if (value instanceof Optional) return value.flatMap((inner) => selectOptional(inner, name));
  return isPresent(value, name) ? Optional.of(fieldOrNull(value, name)) : Optional.none();
}

/** True if a field or key is there. */
export function has(value: unknown, name: string): boolean {
  if (value instanceof Optional) return value.hasValue && isPresent(value.value, name);
  return isPresent(value, name);
}

/** The element at an index or for a key; of an optional, an optional. */
export function element(value: unknown, index: unknown): unknown {
  if (value instanceof Optional) return value.hasValue ? elementIfAny(value.value, index) : value;
  return elementAt(value, index);
}

/** The element at an index or for a key, if it is there. */
export function elementIfAny(value: unknown, index: unknown): Optional<unknown> {
  if (value instanceof Optional) return value.flatMap((inner) => elementIfAny(inner, index));
  try {
    return Optional.of(elementAt(value, index));
  } catch (error) {
    const { code } = failureOf(error);
    if (code !== "index-out-of-range" && code !== "no-such-key") throw error;
    return Optional.none();
  }
}

function elementAt(value: unknown, index: unknown): unknown {
  if (Array.isArray(value)) return value[position(value, index)];
  if (!(value instanceof OrderedMap)) throw noMatchingOverload("_[_]", [value, index]);
  const key = mapKey(index);
  if (!value.has(key)) throw noSuchKey(index);
  return value.get(key);
}

function position(list: readonly unknown[], index: unknown): number {
  if (isDouble(index)) {
    const number = numberOf(index);
    if (!Number.isInteger(number) || Math.abs(number) >= 9.2e18) {
      throw invalidArgument(`${describe(index)} is no index`);
    }
  } else if (!isInt(index) && !(index instanceof Uint)) {
    throw noMatchingOverload("_[_]", [list, index]);
  }
  const isIn = (compareNumbers(index, 0) ?? -1) >= 0 && (compareNumbers(index, list.length) ?? 0) < 0;
  if (!isIn) throw indexOutOfRange(index, list.length);
  return Number(String(index));
}

/** The elements of a list or the keys of a map. */
export function elements(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof OrderedMap) return value.keys();
  throw unexpected(value, "a list or a map");
}

/** The elements of a list with their indices, or the values of a map with their keys. */
export function entries(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) return lists.numbered(value);
  if (value instanceof OrderedMap) return value.entries();
  throw unexpected(value, "a list or a map");
}

/** True if a value is of a type, by the name that expressions have for it. */
function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case "any":
      return true;
    case "timestamp":
      return value instanceof Timestamp;
    case "duration":
      return value instanceof Duration;
    default:
      return typeName(value) === type;
  }
}

/** Takes a value as one of a type that a part of an expression needs. */
export function expect<T>(value: unknown, type: string): T {
  if (!isOf(value, type)) throw unexpected(value, type);
  return (isDouble(value) ? numberOf(value) : value) as T;
}

/** Calls a function, if its arguments are of its types. */
export function calling<A extends readonly unknown[], R>(
  name: string,
  types: readonly string[],
  values: readonly unknown[],
  body: (...values: A) => R,
): R {
  if (!values.every((value, index) => isOf(value, types[index] ?? "any"))) throw noMatchingOverload(name, values);
  const plain = values.map((value, index) => (types[index] === "double" ? numberOf(value as number) : value));
  return body(...(plain as unknown as A));
}

/** Compares two numbers of different types. */
export function compared(sign: string, left: unknown, right: unknown): boolean {
  return comparison(sign, compareValues(left, right)) as boolean;
}

/** Stands for the result of a function that takes no values of such types. */
const NOTHING = Symbol("nothing");

/** Calls a function; fails with `no-matching-overload` if it takes no values of such types. */
export function callFunction(name: string, ...values: readonly unknown[]): unknown {
  const [first, second] = values;
  if (name === "containsIP" || name === "containsCIDR") return Cidr.containsAny(name, first, second);
  const result = values.length === 1 ? unary(name, first) : binary(name, first, second);
  if (result === NOTHING) throw noMatchingOverload(name, values);
  return result;
}

const CONVERSIONS = ["string", "int", "uint", "double", "bool", "bytes", "timestamp", "duration"];

function unary(name: string, value: unknown): unknown {
  if (CONVERSIONS.includes(name)) return converted(name, value);
  switch (name) {
    case "size":
      return size(value);
    case "-_":
      return isInt(value) ? ints.negate(value) : isDouble(value) ? double(-numberOf(value)) : NOTHING;
    case "dyn":
      return value;
    case "type":
      return typeOf(value);
    default:
      if (Array.isArray(value)) return ofList(name, value);
      if (name.startsWith("get")) return part(name, value, null);
      if (name === "reverse" && typeof value === "string") return reversedText(value);
      return ofNumber(name, value);
  }
}

function size(value: unknown): unknown {
  if (typeof value === "string") return codePoints(value);
  if (value instanceof Bytes || value instanceof OrderedMap) return ints.int(value.size);
  return Array.isArray(value) ? ints.int(value.length) : NOTHING;
}

function converted(name: string, value: unknown): unknown {
  switch (name) {
    case "string":
      return stringOf(value);
    case "int":
      return intOfAny(value);
    case "uint":
      if (value instanceof Uint) return value;
      if (isInt(value)) return numbers.uintOfInt(value);
      if (isDouble(value)) return numbers.truncatedToUint(numberOf(value));
      return typeof value === "string" ? numbers.parsedUint(value) : NOTHING;
    case "double":
      if (isDouble(value)) return value;
      if (isInt(value) || value instanceof Uint) return double(Number(String(value)));
      return typeof value === "string" ? double(numbers.parsedDouble(value)) : NOTHING;
    case "bool":
      return typeof value === "boolean" ? value : typeof value === "string" ? numbers.parsedBool(value) : NOTHING;
    case "bytes":
      return value instanceof Bytes ? value : typeof value === "string" ? encoded(value) : NOTHING;
    case "timestamp":
      if (value instanceof Timestamp) return value;
      if (isInt(value)) return Timestamp.atSeconds(value);
      return typeof value === "string" ? Timestamp.of(value) : NOTHING;
    default:
      if (value instanceof Duration) return value;
      if (isInt(value)) return Duration.ofNanoseconds(value);
      return typeof value === "string" ? Duration.of(value) : NOTHING;
  }
}

function stringOf(value: unknown): unknown {
  if (value instanceof Bytes) return decoded(value);
  if (value instanceof IPAddress || value instanceof Cidr) return String(value);
  const isOther =
    typeof value === "string" ||
    typeof value === "boolean" ||
    isInt(value) ||
    isDouble(value) ||
    value instanceof Uint ||
    value instanceof Timestamp ||
    value instanceof Duration;
  return isOther ? interpolated(value) : NOTHING;
}

function intOfAny(value: unknown): unknown {
  if (isInt(value)) return value;
  if (value instanceof Uint) return numbers.intOfUint(value);
  if (isDouble(value)) return ints.truncatedToInt(numberOf(value));
  if (typeof value === "string") return ints.parsedInt(value);
  if (value instanceof Timestamp) return secondsOf(value);
  return value instanceof Duration ? value.toInt() : NOTHING;
}

function ofList(name: string, list: readonly unknown[]): unknown {
  switch (name) {
    case "sum":
      return sumOfAny(list);
    case "min":
      return lists.least(list);
    case "max":
      return lists.greatest(list);
    case "sort":
      return lists.sortedOpen(list);
    case "isSorted":
      return lists.isSorted(list);
    case "reverse":
      return lists.inReverse(list);
    case "distinct":
      return lists.distinct(list);
    case "flatten":
      return lists.flattenedTo(list, ints.int(1));
    case "first":
      return lists.firstOf(list);
    case "last":
      return lists.lastOf(list);
    case "join":
      return joined(list);
    case "optional.unwrap":
    case "unwrapOpt":
      if (!list.every((item) => item instanceof Optional)) throw noMatchingOverload(name, [list]);
      return lists.unwrapped(list as readonly Optional<unknown>[]);
    case "math.greatest":
      return numbers.greatestIn(list);
    case "math.least":
      return numbers.leastIn(list);
    default:
      return NOTHING;
  }
}

function sumOfAny(list: readonly unknown[]): unknown {
  const [first] = list;
  if (first === undefined) return ints.int(0);
  if (!isInt(first) && !isDouble(first) && !(first instanceof Uint) && !(first instanceof Duration)) {
    throw noMatchingOverload("sum", [first, first]);
  }
  let result: unknown = isDouble(first) ? double(0 + numberOf(first)) : first;
  for (const item of list.slice(1)) {
    const sum = typeName(item) === typeName(first) ? binary("_+_", result, item) : NOTHING;
    if (sum === NOTHING) throw noMatchingOverload("sum", [result, item]);
    result = sum;
  }
  return result;
}

function ofNumber(name: string, value: unknown): unknown {
  if (isInt(value)) return ofInt(name, value);
  if (isDouble(value)) return ofDouble(name, numberOf(value));
  return value instanceof Uint ? ofUint(name, value) : NOTHING;
}

function ofInt(name: string, value: ints.Int): unknown {
  switch (name) {
    case "math.greatest":
    case "math.least":
      return value;
    case "math.abs":
      return ints.absolute(value);
    case "math.sign":
      return ints.signOf(value);
    case "math.sqrt":
      return double(Math.sqrt(ints.numberOfInt(value)));
    case "math.bitNot":
      return ints.bitNot(value);
    default:
      return NOTHING;
  }
}

function ofDouble(name: string, value: number): unknown {
  switch (name) {
    case "math.greatest":
    case "math.least":
      return double(value);
    case "math.abs":
      return double(Math.abs(value));
    case "math.sign":
      return double(numbers.sign(value));
    case "math.sqrt":
      return double(Math.sqrt(value));
    default:
      return NOTHING;
  }
}

function ofUint(name: string, value: Uint): unknown {
  switch (name) {
    case "math.greatest":
    case "math.least":
    case "math.abs":
      return value;
    case "math.sign":
      return new Uint(value.value === 0n ? 0n : 1n);
    case "math.sqrt":
      return double(Math.sqrt(Number(value.value)));
    case "math.bitNot":
      return new Uint(BigInt.asUintN(64, ~value.value));
    default:
      return NOTHING;
  }
}

const PARTS: readonly string[] = [
  "FullYear",
  "Month",
  "DayOfYear",
  "DayOfMonth",
  "Date",
  "DayOfWeek",
  "Hours",
  "Minutes",
  "Seconds",
  "Milliseconds",
];

function part(name: string, value: unknown, zone: unknown): unknown {
  const wanted = name.slice(3);
  if (!PARTS.includes(wanted)) return NOTHING;
  if (value instanceof Timestamp && typeof zone === "string") return timePart(wanted as TimePart, value, zone);
  if (value instanceof Timestamp && zone === null) return timePart(wanted as TimePart, value);
  const isPart = value instanceof Duration && zone === null && isPartOfDurations(wanted as TimePart);
  return isPart ? durationPart(wanted as TimePart, value as Duration) : NOTHING;
}

function binary(name: string, left: unknown, right: unknown): unknown {
  switch (name) {
    case "@in":
      if (Array.isArray(right)) return lists.contains(right, left);
      return right instanceof OrderedMap ? right.has(mapKey(left)) : NOTHING;
    case "_<_":
    case "_<=_":
    case "_>_":
    case "_>=_":
      return comparison(name.slice(1, -1), compareValues(left, right));
    case "indexOf":
      if (typeof left === "string" && typeof right === "string") return indexOfText(left, right);
      return Array.isArray(left) ? lists.indexOf(left, right) : NOTHING;
    case "lastIndexOf":
      if (typeof left === "string" && typeof right === "string") return lastIndexOfText(left, right);
      return Array.isArray(left) ? lists.lastIndexOf(left, right) : NOTHING;
    case "math.greatest":
      return numbers.greatestOf(left, right);
    case "math.least":
      return numbers.leastOf(left, right);
    default:
      if (name.startsWith("math.bit")) return bits(name, left, right);
      return name.startsWith("get") ? part(name, left, right) : arithmetic(name, left, right);
  }
}

function comparison(sign: string, order: number | null): unknown {
  if (order === null) return NOTHING;
  if (order === UNORDERED) return false;
  if (sign === "<") return order < 0;
  if (sign === "<=") return order <= 0;
  return sign === ">" ? order > 0 : order >= 0;
}

function bits(name: string, left: unknown, right: unknown): unknown {
  if (isInt(left) && isInt(right)) {
    if (name === "math.bitAnd") return ints.bitAnd(left, right);
    if (name === "math.bitOr") return ints.bitOr(left, right);
    if (name === "math.bitXor") return ints.bitXor(left, right);
    return name === "math.bitShiftLeft" ? ints.shiftLeft(left, right) : ints.shiftRight(left, right);
  }
  if (!(left instanceof Uint)) return NOTHING;
  if (right instanceof Uint) {
    if (name === "math.bitAnd") return new Uint(left.value & right.value);
    if (name === "math.bitOr") return new Uint(left.value | right.value);
    return name === "math.bitXor" ? new Uint(left.value ^ right.value) : NOTHING;
  }
  if (!isInt(right) || !name.startsWith("math.bitShift")) return NOTHING;
  if (right < 0) throw invalidArgument(`bits cannot move by ${right}`);
  if (right >= 64) return new Uint(0n);
  const by = ints.bigintOf(right);
  return new Uint(name === "math.bitShiftLeft" ? BigInt.asUintN(64, left.value << by) : left.value >> by);
}

function arithmetic(name: string, left: unknown, right: unknown): unknown {
  if (isInt(left) && isInt(right)) return ofInts(name, left, right);
  if (isDouble(left) && isDouble(right)) return ofDoubles(name, numberOf(left), numberOf(right));
  if (left instanceof Uint && right instanceof Uint) return ofUints(name, left, right);
  if (name === "_+_") return sumOf(left, right);
  if (name !== "_-_") return NOTHING;
  if (left instanceof Timestamp && right instanceof Timestamp) return left.since(right);
  if (left instanceof Timestamp && right instanceof Duration) return left.minus(right);
  return left instanceof Duration && right instanceof Duration ? left.minus(right) : NOTHING;
}

function ofInts(name: string, left: ints.Int, right: ints.Int): unknown {
  switch (name) {
    case "_+_":
      return ints.add(left, right);
    case "_-_":
      return ints.subtract(left, right);
    case "_*_":
      return ints.multiply(left, right);
    case "_/_":
      return ints.divide(left, right);
    case "_%_":
      return ints.remainder(left, right);
    default:
      return NOTHING;
  }
}

function ofDoubles(name: string, left: number, right: number): unknown {
  switch (name) {
    case "_+_":
      return double(left + right);
    case "_-_":
      return double(left - right);
    case "_*_":
      return double(left * right);
    case "_/_":
      return double(left / right);
    default:
      return NOTHING;
  }
}

function ofUints(name: string, left: Uint, right: Uint): unknown {
  switch (name) {
    case "_+_":
      return numbers.addUnsigned(left, right);
    case "_-_":
      return numbers.subtractUnsigned(left, right);
    case "_*_":
      return numbers.multiplyUnsigned(left, right);
    case "_/_":
      return numbers.divideUnsigned(left, right);
    case "_%_":
      return numbers.remainderUnsigned(left, right);
    default:
      return NOTHING;
  }
}

function sumOf(left: unknown, right: unknown): unknown {
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (Array.isArray(left) && Array.isArray(right)) return left.concat(right);
  if (left instanceof Bytes && right instanceof Bytes) return concatenated(left, right);
  if (left instanceof Timestamp && right instanceof Duration) return left.plus(right);
  if (left instanceof Duration && right instanceof Timestamp) return right.plus(left);
  return left instanceof Duration && right instanceof Duration ? left.plus(right) : NOTHING;
}

