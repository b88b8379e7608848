import { Failure } from "./failure.js";
import { OrderedMap } from "./map.js";
import type { FieldType } from "./types.js";
import { RecordValue } from "./values.js";

/** The greatest depth to which the values of a state are nested. */
export const MOST_LEVELS = 200;

/** Fails if a value is nested too deep. */
export function checkDepth(value: unknown): void {
  visit(value, MOST_LEVELS, new Map());
}

/**
 * Returns a value for a state, or fails with `state-too-large` if it is nested too deep.
 *
 * @param type The type by which the value is boxed to be looked through; none if it needs no box.
 */
export function limited<T>(value: T, type?: FieldType): T {
  checkDepth(type === undefined ? value : type.box(value));
  return value;
}

/** Walks through a value, passing over the parts that it has seen so deep. */
function visit(value: unknown, left: number, seen: Map<object, number>): void {
  const items = itemsOf(value);
  if (items === null) return;
  if (left <= 0) throw new Failure("state-too-large", `the value is nested more than ${MOST_LEVELS} levels deep`);
  if (items.length > 0) {
    if ((seen.get(value as object) ?? Infinity) <= left) return;
    seen.set(value as object, left);
  }
  for (const item of items) visit(item, left - 1, seen);
}

/** The values directly inside of a value, besides the keys of a map; null for one that holds none. */
function itemsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value instanceof OrderedMap) return value.values();
  return value instanceof RecordValue ? value.values : null;
}
