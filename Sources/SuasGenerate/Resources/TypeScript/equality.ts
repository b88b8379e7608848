import { noMatchingOverload } from "./failure.js";
import { bigintOf, isInt, numberOfInt } from "./int.js";
import { OrderedMap } from "./map.js";
import { Duration, Timestamp } from "./time.js";
import { Bytes, Double, isDouble, numberOf, Optional, RecordValue, typeName, TypeValue, Uint } from "./values.js";

/**
 * Compares two values as expressions do: numbers of different types are equal if they are the same number,
 * doubles are compared by IEEE 754, maps whatever their order, and values of other types are never equal.
 */
export function areEqual(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null) {
    if (typeof right !== "object" || right === null) return left === right || compareNumbers(left, right) === 0;
    return right instanceof Double || right instanceof Uint ? compareNumbers(left, right) === 0 : false;
  }
  if (typeof right !== "object" || right === null) return compareNumbers(left, right) === 0;
  return areObjectsEqual(left, right, areEqual);
}

/**
 * Compares two states to tell whether something changed: as `areEqual`, but a value that is not a number
 * equals itself, an int is no double, and parts that both share are not looked at.
 */
export function areSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left === "number" && typeof right === "number") return Number.isNaN(left) && Number.isNaN(right);
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) return false;
  if (left instanceof Double) return right instanceof Double && left.value === right.value;
  if (left instanceof Uint) return right instanceof Uint && left.value === right.value;
  return areObjectsEqual(left, right, areSame);
}

type Comparison = (left: unknown, right: unknown) => boolean;

function areObjectsEqual(left: object, right: object, areInnerEqual: Comparison): boolean {
  if (Array.isArray(left)) return Array.isArray(right) && areListsEqual(left, right, areInnerEqual);
  if (left instanceof OrderedMap) return right instanceof OrderedMap && areMapsEqual(left, right, areInnerEqual);
  if (left instanceof RecordValue) {
    return (
      right instanceof RecordValue &&
      left.type.name === right.type.name &&
      areListsEqual(left.values, right.values, areInnerEqual)
    );
  }
  if (left instanceof Timestamp) {
    return right instanceof Timestamp && left.seconds === right.seconds && left.nanoseconds === right.nanoseconds;
  }
  if (left instanceof Duration) return right instanceof Duration && left.nanoseconds === right.nanoseconds;
  if (left instanceof Bytes) return right instanceof Bytes && left.compare(right) === 0;
  if (left instanceof TypeValue) return right instanceof TypeValue && left.name === right.name;
  if (left instanceof Optional) {
    if (!(right instanceof Optional) || left.hasValue !== right.hasValue) return false;
    return !left.hasValue || areInnerEqual(left.value, right.value);
  }
  if (Object.getPrototypeOf(left) === Object.prototype) return areRecordsEqual(left, right, areInnerEqual);
  if (left instanceof Double || left instanceof Uint) return compareNumbers(left, right) === 0;
  // Addresses and networks are told apart by their texts.
  return left.constructor === right.constructor && String(left) === String(right);
}

function areListsEqual(left: readonly unknown[], right: readonly unknown[], areInnerEqual: Comparison): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) {
    if (!areInnerEqual(left[index], right[index])) return false;
  }
  return true;
}

function areMapsEqual(
  left: OrderedMap<unknown, unknown>,
  right: OrderedMap<unknown, unknown>,
  areInnerEqual: Comparison,
): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    if (!right.has(key) || !areInnerEqual(value, right.get(key))) return false;
  }
  return true;
}

function areRecordsEqual(left: object, right: object, areInnerEqual: Comparison): boolean {
  if (Object.getPrototypeOf(right) !== Object.prototype) return false;
  const [one, other] = [left as { [name: string]: unknown }, right as { [name: string]: unknown }];
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.prototype.hasOwnProperty.call(other, name) && areInnerEqual(one[name], other[name]));
}

/** The result of a comparison with a value that is not a number; no two values that have an order give it. */
export const UNORDERED = Number.MIN_SAFE_INTEGER;

/** The order of two numbers of any types; null if one is no number, and `UNORDERED` if one is not a number. */
export function compareNumbers(left: unknown, right: unknown): number | null {
  let [one, other] = [comparable(left), comparable(right)];
  if (one === null || other === null) return null;
  // A double is compared with the double that is nearest to an int.
  if (typeof one === "number" || typeof other === "number") [one, other] = [Number(one), Number(other)];
  return one < other ? -1 : one > other ? 1 : one == other ? 0 : UNORDERED;
}

function comparable(value: unknown): number | bigint | null {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Double) return value.value;
  return value instanceof Uint ? value.value : null;
}

/** The order of two values; null if they have none. */
export function compareValues(left: unknown, right: unknown): number | null {
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  if (left instanceof Bytes && right instanceof Bytes) return left.compare(right);
  if (left instanceof Timestamp && right instanceof Timestamp) return left.compare(right);
  if (left instanceof Duration && right instanceof Duration) return left.compare(right);
  return compareNumbers(left, right);
}

/** Compares two values of one type that has an order. */
export function inOrder(left: unknown, sign: "<" | "<=" | ">" | ">=", right: unknown): boolean {
  const order = compareValues(left, right);
  if (order === null) throw noMatchingOverload(`_${sign}_`, [left, right]);
  if (order === UNORDERED) return false;
  if (sign === "<") return order < 0;
  if (sign === "<=") return order <= 0;
  return sign === ">" ? order > 0 : order >= 0;
}

/** Compares two texts by their code points. */
export function compareTexts(left: string, right: string): number {
  const count = Math.min(left.length, right.length);
  for (let index = 0; index < count; index += 1) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a === b) continue;
    // A surrogate stands for a code point above all others.
    const [isHigh, isOtherHigh] = [isSurrogate(a), isSurrogate(b)];
    return isHigh === isOtherHigh ? a - b : isHigh ? 1 : -1;
  }
  return left.length - right.length;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** Sorts values by their keys; the sort is stable, and a key that is not a number comes last. */
export function sortedByKeys<T>(items: readonly T[], keys: readonly unknown[]): readonly T[] {
  const order = (left: number, right: number): number => {
    const found = compareValues(keys[left], keys[right]) ?? 0;
    return found === UNORDERED ? Number(isNotNumber(keys[left])) - Number(isNotNumber(keys[right])) : found;
  };
  return items.map((_, index) => index).sort(order).map((index) => items[index] as T);
}

/** Sorts values by keys whose types are known only at run time. */
export function sortedByOpenKeys<T>(items: readonly T[], keys: readonly unknown[]): readonly T[] {
  for (const key of keys) {
    if (compareValues(key, keys[0]) === null || typeName(key) !== typeName(keys[0])) {
      throw noMatchingOverload("sort", [keys[0], key]);
    }
  }
  return sortedByKeys(items, keys);
}

function isNotNumber(value: unknown): boolean {
  return isDouble(value) && Number.isNaN(numberOf(value));
}

/** A text or number that is the same for values that are equal. */
function hashOf(value: unknown): string | number {
  if (isInt(value)) return numberOfInt(value);
  if (isDouble(value)) return numberOf(value);
  if (value instanceof Uint) return Number(value.value);
  if (typeof value === "string") return `"${value}`;
  if (Array.isArray(value)) return `[${value.length},${value.length > 0 ? hashOf(value[0]) : ""}`;
  if (value instanceof OrderedMap) return `{${value.size}`;
  if (value instanceof RecordValue) return value.type.name;
  if (typeof value === "bigint") return String(bigintOf(value as never));
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.values(value).slice(0, 3).map(hashOf).join();
  }
  return value instanceof Optional ? "optional" : String(value);
}

/** A set of values by the equality of expressions. */
export class ValueSet {
  private readonly buckets = new Map<string | number, unknown[]>();

  constructor(items: Iterable<unknown> = []) {
    for (const item of items) this.insert(item);
  }

  /** Adds a value; returns false if it is there. */
  insert(value: unknown): boolean {
    const hash = hashOf(value);
    const bucket = this.buckets.get(hash);
    if (bucket === undefined) {
      this.buckets.set(hash, [value]);
      return true;
    }
    if (bucket.some((item) => areEqual(item, value))) return false;
    bucket.push(value);
    return true;
  }

  has(value: unknown): boolean {
    return this.buckets.get(hashOf(value))?.some((item) => areEqual(item, value)) ?? false;
  }
}
