import { areEqual, compareValues, sortedByKeys, sortedByOpenKeys, UNORDERED, ValueSet } from "./equality.js";
import { Failure, failureOf, indexOutOfRange, invalidArgument, keyIsAbsent, noMatchingOverload, noSuchKey } from "./failure.js";
import { type Int, int, numberOfInt } from "./int.js";
import { OrderedMap } from "./map.js";
import { brief } from "./text.js";
import { canBeKey, kindName, mapKey, Optional, typeName } from "./values.js";

// Functions of lists and maps, and macros whose loops are more than a function of JavaScript's own.

/** An index of a list, which has to be one of an element. */
export function checkedIndex(list: readonly unknown[], index: Int): Int {
  if (index < 0 || index >= list.length) throw indexOutOfRange(index, list.length);
  return index;
}

/** An index of a list as a number of JavaScript. */
export function offsetIn(list: readonly unknown[], index: Int): number {
  return numberOfInt(checkedIndex(list, index));
}

/** The element at an index. */
export function at<T>(list: readonly T[], index: Int): T {
  return list[offsetIn(list, index)] as T;
}

/** The value for a key, which has to be there. */
export function valueAt<K, V>(map: OrderedMap<K, V>, key: K): V {
  if (!map.has(key)) throw noSuchKey(key);
  return map.get(key) as V;
}

/** The value for a key that a rule changes, which has to be there. */
export function entry<K, V>(map: OrderedMap<K, V>, key: K): V {
  if (!map.has(key)) throw keyIsAbsent(key);
  return map.get(key) as V;
}

/** The value for a key that a rule changes, or a default if there is none yet. */
export function entryOr<K, V>(map: OrderedMap<K, V>, key: K, fallback: () => V): V {
  return map.has(key) ? (map.get(key) as V) : fallback();
}

/** The map with the value for a key changed, which has to be there. */
export function changingEntry<K, V>(map: OrderedMap<K, V>, key: K, change: (value: V) => V): OrderedMap<K, V> {
  return map.with(key, change(entry(map, key)));
}

/** The list with another element at an index. */
export function withElement<T>(list: readonly T[], index: Int, element: T): readonly T[] {
  const changed = list.slice();
  changed[offsetIn(list, index)] = element;
  return changed;
}

/** The list with the element at an index changed. */
export function changing<T>(list: readonly T[], index: Int, change: (element: T) => T): readonly T[] {
  return withElement(list, index, change(at(list, index)));
}

/** The list with more elements at an index, which may be the end. */
export function inserting<T>(list: readonly T[], index: Int, ...elements: readonly T[]): readonly T[] {
  return insertingAll(list, index, elements);
}

/** The list with all elements of another at an index, which may be the end. */
export function insertingAll<T>(list: readonly T[], index: Int, elements: readonly T[]): readonly T[] {
  if (index < 0 || index > list.length) throw indexOutOfRange(index, list.length);
  const start = numberOfInt(index);
  return list.slice(0, start).concat(elements, list.slice(start));
}

/** The list without the element at an index. */
export function removing<T>(list: readonly T[], index: Int): readonly T[] {
  const changed = list.slice();
  changed.splice(offsetIn(list, index), 1);
  return changed;
}

/** The list with an element taken out at one index and put in at another, which is counted after that. */
export function moving<T>(list: readonly T[], from: Int, to: Int): readonly T[] {
  const [start, end] = [offsetIn(list, from), offsetIn(list, to)];
  if (start === end) return list;
  const changed = list.slice();
  changed.splice(end, 0, ...changed.splice(start, 1));
  return changed;
}

/** The list with two elements exchanged. */
export function swapping<T>(list: readonly T[], from: Int, to: Int): readonly T[] {
  const [first, second] = [offsetIn(list, from), offsetIn(list, to)];
  if (first === second) return list;
  const changed = list.slice();
  [changed[first], changed[second]] = [list[second] as T, list[first] as T];
  return changed;
}

/** The list in the opposite order. */
export function inReverse<T>(list: readonly T[]): readonly T[] {
  return list.slice().reverse();
}

/** The list without the elements for which a test holds; the list itself if there are none. */
export function removingWhere<T>(list: readonly T[], test: (element: T, index: Int) => boolean): readonly T[] {
  const rest = list.filter((element, index) => !test(element, int(index)));
  return rest.length === list.length ? list : rest;
}

/** The indices of the elements for which a test holds. */
export function placesWhere(list: readonly unknown[], test: (index: Int) => boolean): readonly Int[] {
  return indices(list).filter(test);
}

/** The list sorted by what a function gives for each element; the sort is stable. */
export function sortedInOrder<T>(
  list: readonly T[],
  isDescending: boolean,
  key: (element: T, index: Int) => unknown,
): readonly T[] {
  const keys = list.map((element, index) => key(element, int(index)));
  // Either all values of a type have an order or none has, so comparing neighbours is enough.
  for (let index = 1; index < keys.length; index += 1) {
    const [left, right] = [keys[index - 1], keys[index]];
    const found = compareValues(left, right);
    if (found === null || found === UNORDERED) {
      throw new Failure("no-matching-overload", `${kindName(left)} and ${kindName(right)} cannot be compared`);
    }
  }
  const order = list.map((_, index) => index);
  order.sort((left, right) => {
    const [a, b] = isDescending ? [right, left] : [left, right];
    return compareValues(keys[a], keys[b]) ?? 0;
  });
  return order.map((index) => list[index] as T);
}

/** The list with an element in the place of the first one that has its key, or at its end. */
export function upserting<T>(
  list: readonly T[],
  element: T,
  key: (element: T) => unknown,
  wanted: unknown = key(element),
): readonly T[] {
  const index = list.findIndex((item) => areEqual(key(item), wanted));
  return index < 0 ? list.concat([element]) : withElement(list, int(index), element);
}

/** The elements from one index up to, but not including, another. */
export function slice<T>(list: readonly T[], from: Int, to: Int): readonly T[] {
  if (from < 0 || to < from || to > list.length) {
    throw new Failure("index-out-of-range", `a list of ${list.length} elements has no part from ${from} to ${to}`);
  }
  return list.slice(numberOfInt(from), numberOfInt(to));
}

/** The elements of the inner lists. */
export function flattened<T>(list: readonly (readonly T[])[]): readonly T[] {
  return list.flat() as readonly T[];
}

/** The elements of the inner lists, flattened by a number of levels. */
export function flattenedTo(list: readonly unknown[], depth: Int): readonly unknown[] {
  if (depth < 0) throw invalidArgument(`there is no level ${depth}`);
  return list.flat(numberOfInt(depth));
}

/** The elements without duplicates. */
export function distinct<T>(list: readonly T[]): readonly T[] {
  const seen = new ValueSet();
  return list.filter((item) => seen.insert(item));
}

/** The sorted elements; equal ones keep their order. */
export function sorted<T>(list: readonly T[]): readonly T[] {
  return sortedByKeys(list, list);
}

/** The sorted elements of any types. */
export function sortedOpen(list: readonly unknown[]): readonly unknown[] {
  return sortedByOpenKeys(list, list);
}

/** The elements sorted by what a function gives for each; equal ones keep their order. */
export function sortedByKey<T>(list: readonly T[], key: (element: T) => unknown): readonly T[] {
  return sortedByKeys(list, list.map((element) => key(element)));
}

/** The elements sorted by keys whose types are known only at run time. */
export function sortedByOpenKey<T>(list: readonly T[], key: (element: T) => unknown): readonly T[] {
  return sortedByOpenKeys(list, list.map((element) => key(element)));
}

/** The first element, if there is one. */
export function firstOf<T>(list: readonly T[]): Optional<T> {
  return list.length === 0 ? Optional.none() : Optional.of(list[0] as T);
}

/** The last element, if there is one. */
export function lastOf<T>(list: readonly T[]): Optional<T> {
  return list.length === 0 ? Optional.none() : Optional.of(list[list.length - 1] as T);
}

/** The element at an index, if there is one. */
export function elementAt<T>(list: readonly T[], index: Int): Optional<T> {
  return index < 0 || index >= list.length ? Optional.none() : Optional.of(list[numberOfInt(index)] as T);
}

/** The value for a key, if there is one. */
export function valueIfAny<K, V>(map: OrderedMap<K, V>, key: K): Optional<V> {
  return map.has(key) ? Optional.of(map.get(key) as V) : Optional.none();
}

/** True if a list contains a value, by the equality of expressions. */
export function contains(list: readonly unknown[], value: unknown): boolean {
  return list.some((item) => areEqual(item, value));
}

/** The index of the first element that is equal, or -1. */
export function indexOf(list: readonly unknown[], value: unknown): Int {
  return int(list.findIndex((item) => areEqual(item, value)));
}

/** The index of the last element that is equal, or -1. */
export function lastIndexOf(list: readonly unknown[], value: unknown): Int {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    if (areEqual(list[index], value)) return int(index);
  }
  return int(-1);
}

/** The least element; an error if the list is empty. */
export function least<T>(list: readonly T[]): T {
  return extreme(list, "min", -1);
}

/** The greatest element; an error if the list is empty. */
export function greatest<T>(list: readonly T[]): T {
  return extreme(list, "max", 1);
}

function extreme<T>(list: readonly T[], name: string, wanted: number): T {
  if (list.length === 0) throw invalidArgument(`the list is empty, so it has no '${name}'`);
  let best = list[0] as T;
  for (const item of list) {
    const order = compareValues(item, best);
    if (order === null) throw noMatchingOverload(name, [item, best]);
    if (order !== UNORDERED && Math.sign(order) === wanted) best = item;
  }
  return best;
}

/** True if no element is less than the one before it. */
export function isSorted(list: readonly unknown[]): boolean {
  for (let index = 1; index < list.length; index += 1) {
    const order = compareValues(list[index - 1], list[index]);
    if (order === null) throw noMatchingOverload("isSorted", [list[index - 1], list[index]]);
    if (order !== UNORDERED && order > 0) return false;
  }
  return true;
}

/** True if a list contains all elements of another. */
export function containsAll(list: readonly unknown[], others: readonly unknown[]): boolean {
  const set = new ValueSet(list);
  return others.every((item) => set.has(item));
}

/** True if two lists have an element in common. */
export function intersects(list: readonly unknown[], others: readonly unknown[]): boolean {
  const set = new ValueSet(list);
  return others.some((item) => set.has(item));
}

/** True if two lists contain all elements of each other. */
export function equivalent(list: readonly unknown[], others: readonly unknown[]): boolean {
  return containsAll(list, others) && containsAll(others, list);
}

/** The values of the optionals that have one. */
export function unwrapped<T>(list: readonly Optional<T>[]): readonly T[] {
  return list.filter((item) => item.hasValue).map((item) => item.value);
}

/** All values that can be reached from the roots, each once, breadth first. */
export function closure<T>(roots: readonly T[], next: (value: T) => readonly T[]): readonly T[] {
  const seen = new ValueSet();
  const found = roots.filter((value) => seen.insert(value));
  for (let index = 0; index < found.length; index += 1) {
    for (const value of next(found[index] as T)) {
      if (seen.insert(value)) found.push(value);
    }
  }
  return found;
}

/**
 * The first error that elements meet in `all` or `exists`; an element that decides the result absorbs it.
 */
export function decides<T>(list: readonly T[], deciding: boolean, test: (element: T) => boolean): boolean {
  let first: Failure | null = null;
  for (const element of list) {
    try {
      if (test(element) === deciding) return deciding;
    } catch (error) {
      const failure = failureOf(error);
      first ??= failure;
    }
  }
  if (first !== null) throw first;
  return !deciding;
}

function either(deciding: boolean, left: () => boolean, right: () => boolean): boolean {
  let failure: Failure;
  try {
    if (left() === deciding) return deciding;
  } catch (error) {
    failure = failureOf(error);
    if (right() === deciding) return deciding;
    throw failure;
  }
  return right();
}

/** True if both hold; a side that does not absorbs an error of the other. */
export function both(left: () => boolean, right: () => boolean): boolean {
  return either(false, left, right);
}

/** True if any of two holds; a side that does absorbs an error of the other. */
export function any(left: () => boolean, right: () => boolean): boolean {
  return either(true, left, right);
}

/** A map of entries; a repeated key is an error. */
export function mapOfNew<K, V>(entries: readonly (() => readonly [K, V] | null)[]): OrderedMap<K, V> {
  const made: (readonly [K, V])[] = [];
  const keys = new Set<unknown>();
  for (const make of entries) {
    const next = make();
    if (next === null) continue;
    insertKey(keys, next[0]);
    made.push([mapKey(next[0]) as K, next[1]]);
  }
  return OrderedMap.of(made);
}

/** An entry whose value is there; null if it is not. */
export function entryIfAny<K, V>(key: K, value: Optional<V>): readonly [K, V] | null {
  return value.hasValue ? [key, value.value] : null;
}

function insertKey(keys: Set<unknown>, key: unknown): void {
  if (!canBeKey(key)) throw invalidArgument(`${typeName(key)} can be no key of a map`);
  if (keys.has(mapKey(key))) throw invalidArgument(`the key ${brief(key)} is given twice`);
  keys.add(mapKey(key));
}

/** A map with the entries of one map for each element; a repeated key is an error. */
export function joining<T, K, V>(list: readonly T[], entries: (element: T) => OrderedMap<K, V>): OrderedMap<K, V> {
  const made: (readonly [K, V])[] = [];
  const keys = new Set<unknown>();
  for (const element of list) {
    for (const next of entries(element)) {
      insertKey(keys, next[0]);
      made.push(next);
    }
  }
  return OrderedMap.of(made);
}

/** The elements of a list with their indices. */
export function numbered<T>(list: readonly T[]): readonly (readonly [Int, T])[] {
  return list.map((element, index) => [int(index), element] as const);
}

/** A map with a value for each index or key. */
export function transformed<K, T, R>(
  pairs: readonly (readonly [K, T])[],
  change: (pair: readonly [K, T]) => R,
): OrderedMap<K, R> {
  return OrderedMap.of(pairs.map((pair) => [pair[0], change(pair)] as const));
}

/** The list without elements. */
export function emptyList<T>(): readonly T[] {
  return [];
}

/** The indices of a list, as ints. */
export function indices(list: readonly unknown[]): readonly Int[] {
  return list.map((_, index) => int(index));
}

/** The result of a function of a value, or null for null. */
export function ifThere<T, R>(value: T | null, change: (value: T) => R): R | null {
  return value === null ? null : change(value);
}

/** A variable of `cel.bind`, which is evaluated at its first use, and once. */
export class Bound<T> {
  private outcome: { readonly value: T } | { readonly error: unknown } | null = null;

  constructor(private readonly make: () => T) {}

  /** The value of the variable. */
  get value(): T {
    if (this.outcome === null) {
      try {
        this.outcome = { value: this.make() };
      } catch (error) {
        this.outcome = { error };
      }
    }
    if ("error" in this.outcome) throw this.outcome.error;
    return this.outcome.value;
  }
}

/** The result of a function of a value. */
export function bind<T, R>(value: T, body: (value: T) => R): R {
  return body(value);
}

