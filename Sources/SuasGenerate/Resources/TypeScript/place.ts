import { checkDepth } from "./depth.js";
import { Failure, keyIsAbsent, typeMismatch } from "./failure.js";
import { decremented, incremented, isInt, numberOfInt } from "./int.js";
import { numbered, offsetIn, withElement } from "./list.js";
import { OrderedMap } from "./map.js";
import { describe, interpolated } from "./text.js";
import { Duration, prolonged, shortened } from "./time.js";
import { type RecordType, VariantType, withArticle } from "./types.js";
import { double, isDouble, isPlainNull, numberOf, RecordValue } from "./values.js";

// What rules do with values whose types are known only when they run.

/** The element or entry at a place on the way to that of a rule. */
export function placeOf(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) return value[indexIn(value, key)];
  if (!(value instanceof OrderedMap)) throw typeMismatch(value, "a list or a map");
  requireText(key);
  if (!value.has(key)) throw keyIsAbsent(key);
  return value.get(key);
}

/** The field of a record, or the entry of a map, at a place on the way to that of a rule. */
export function memberOf(value: unknown, name: string): unknown {
  return value instanceof RecordValue ? value.values[slotOf(value, name)] : placeOf(value, name);
}

/** The entry at the place of a rule, or a default if there is none yet. */
export function placeOr(value: unknown, key: unknown, fallback: () => unknown): unknown {
  return value instanceof OrderedMap && !value.has(key) ? fallback() : placeOf(value, key);
}

/** The field or entry at the place of a rule, or a default if there is none yet. */
export function memberOr(value: unknown, name: string, fallback: () => unknown): unknown {
  return value instanceof OrderedMap && !value.has(name) ? fallback() : memberOf(value, name);
}

/** The value with another element or entry; a missing key of a map is added. */
export function withPlace(value: unknown, key: unknown, other: unknown): unknown {
  if (Array.isArray(value)) {
    indexIn(value, key);
    return withElement(value, key as never, other);
  }
  if (!(value instanceof OrderedMap)) throw typeMismatch(value, "a list or a map");
  requireText(key);
  return value.with(key, other);
}

/** The value with another field or entry; a missing key of a map is added. */
export function withMember(value: unknown, name: string, other: unknown): unknown {
  return value instanceof RecordValue ? withField(value, name, other) : withPlace(value, name, other);
}

/** The value with an element or entry changed, which has to be there. */
export function changingPlace(value: unknown, key: unknown, change: (value: unknown) => unknown): unknown {
  return withPlace(value, key, change(placeOf(value, key)));
}

/** The value with a field or entry changed, which has to be there. */
export function changingMember(value: unknown, name: string, change: (value: unknown) => unknown): unknown {
  return withMember(value, name, change(memberOf(value, name)));
}

/** Refuses what is no key of a map in an `any`. */
function requireText(key: unknown): void {
  if (typeof key !== "string") throw typeMismatch(key, "the key of a map");
}

function indexIn(list: readonly unknown[], key: unknown): number {
  if (!isInt(key)) throw typeMismatch(key, "an int");
  return offsetIn(list, key);
}

function slotOf(record: RecordValue, name: string): number {
  const slot = record.type.indexOf(name);
  if (slot < 0) throw new Failure("no-such-field", `${record.type.name} has no field ${describe(name)}`);
  if (record.type instanceof VariantType && record.values[slot] === null) {
    throw new Failure("no-such-case", `the ${record.type.name} is not '${name}' now`);
  }
  return slot;
}

function withField(record: RecordValue, name: string, value: unknown): RecordValue {
  const slot = slotOf(record, name);
  const values = record.values.map((old, index) => (index === slot ? value : old));
  return new RecordValue(record.type, null, values);
}

/** The opposite of a truth value. */
export function toggled(value: unknown): boolean {
  if (typeof value !== "boolean") throw typeMismatch(value, "a bool");
  return !value;
}

/** A number or duration with an amount added or, by its verb, taken away. */
export function increased(value: unknown, amount: unknown, verb: "increment" | "decrement"): unknown {
  const isMore = verb === "increment";
  if (isInt(value) && isInt(amount)) return isMore ? incremented(value, amount) : decremented(value, amount);
  if (value instanceof Duration && amount instanceof Duration) {
    return isMore ? prolonged(value, amount) : shortened(value, amount);
  }
  if (!isDouble(value) || (!isDouble(amount) && !isInt(amount))) throw typeMismatch(value, "a number or duration");
  const by = isDouble(amount) ? numberOf(amount) : numberOfInt(amount);
  return double(isMore ? numberOf(value) + by : numberOf(value) - by);
}

/** The empty value of a list's, map's or text's kind. */
export function emptied<T>(value: T): T {
  if (Array.isArray(value)) return [] as unknown as T;
  if (value instanceof OrderedMap) return OrderedMap.empty() as unknown as T;
  if (typeof value === "string") return "" as unknown as T;
  throw typeMismatch(value, "a list, a map or a string");
}

/** The list at the place of a rule. */
export function listAt(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw typeMismatch(value, "a list");
  return value;
}

/** The entries of a list or map with their indices or keys. */
export function entriesOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) return numbered(value);
  if (value instanceof OrderedMap) return value.entries();
  throw typeMismatch(value, "a list or a map");
}

/** The indices of a list or the keys of a map. */
export function placesOf(value: unknown): readonly unknown[] {
  return entriesOf(value).map(([key]) => key);
}

/** The number of elements or entries. */
export function countOf(value: unknown): number {
  return value instanceof OrderedMap ? value.size : Array.isArray(value) ? value.length : 0;
}

/** The list or map without the elements for which a test holds. */
export function removingWhereOf(value: unknown, test: (item: unknown, key: unknown) => boolean): unknown {
  const rest = entriesOf(value).filter(([key, item]) => !test(item, key));
  if (rest.length === countOf(value)) return value;
  return Array.isArray(value) ? rest.map(([, item]) => item) : OrderedMap.of(rest);
}

/** True if a map has a key; fails for anything but a map. */
export function hasKey(value: unknown, key: unknown): boolean {
  return mapAt(value).has(key);
}

/** True if a place has to be made: a map lacks the key; an index of a list has to be there. */
export function lacksKey(value: unknown, key: unknown): boolean {
  if (Array.isArray(value)) return indexIn(value, key) < 0;
  if (!(value instanceof OrderedMap)) throw typeMismatch(value, "a list or a map");
  return !value.has(key);
}

/** The map without a key. */
export function withoutKey(value: unknown, key: unknown): unknown {
  return mapAt(value).without(key);
}

function mapAt(value: unknown): OrderedMap<unknown, unknown> {
  if (!(value instanceof OrderedMap)) throw typeMismatch(value, "a map");
  return value;
}

/** The record or map with the fields or entries of another one laid over it. */
export function merged(value: unknown, other: unknown): unknown {
  const parts = namedParts(other);
  if (parts === null) throw typeMismatch(other, "a map");
  if (value instanceof RecordValue) {
    if (other instanceof RecordValue && value.type === other.type) return other;
    return parts.reduce((record, [key, item]) => withField(record, interpolated(key), item), value);
  }
  if (!(value instanceof OrderedMap)) throw typeMismatch(value, "a record or a map");
  return value.merging(OrderedMap.of(parts));
}

function namedParts(value: unknown): readonly (readonly [unknown, unknown])[] | null {
  if (value instanceof OrderedMap) return value.entries();
  if (!(value instanceof RecordValue) || value.type instanceof VariantType) return null;
  return value.type.fields.map((field, index) => [field.name, value.values[index]] as const);
}

/** The named parts of a boxed value, itself a record or a map, as boxed values of fields of a type. */
export function fieldsOf(value: unknown, type: RecordType): OrderedMap<string, unknown> {
  checkDepth(value);
  const parts = namedParts(value);
  if (parts === null) throw typeMismatch(value, withArticle(type.name));
  return type.partOf(parts);
}

/** The record with other values of some fields, which are boxed. */
export function withFields<T extends object>(record: T, fields: OrderedMap<string, unknown>, type: RecordType): T {
  const values = type.fields.map((field) =>
    fields.has(field.name) ? field.type.unbox(fields.get(field.name)) : type.valueOf(record, field),
  );
  return type.make(values) as T;
}

/** The value of a field of a part of a record, boxed; an error if the part does not have it. */
export function part(fields: OrderedMap<string, unknown>, name: string, record: string): unknown {
  if (!fields.has(name)) throw new Failure("no-such-field", `the ${record} has no '${name}' now`);
  return fields.get(name);
}

/** The value at the place of a rule, which must not be null. */
export function there<T>(value: T | null, expected = "a record"): T {
  if (isPlainNull(value)) throw typeMismatch(null, expected);
  return value as T;
}

/** The value of a `T?`, where null is an error. */
export function unwrap<T>(value: T | null): T {
  if (value === null) throw new Failure("null-value", "the value is null");
  return value;
}

/** A case of a variant. */
export type CaseOf<V extends { readonly case: string }, C extends string> = Extract<V, { readonly case: C }>;

/** The case of a variant, if it is the present one; fails with `no-such-case`. */
export function caseOf<V extends { readonly case: string }, C extends V["case"]>(
  variant: V,
  name: C,
  type: string,
): CaseOf<V, C> {
  if (variant.case !== name) throw new Failure("no-such-case", `${type} is not '${name}' now`);
  return variant as CaseOf<V, C>;
}

/** The case of a variant at the place of a rule, if it is the present one; fails with `no-such-case`. */
export function presentCase<V extends { readonly case: string }, C extends V["case"]>(
  variant: V,
  name: C,
  type: string,
): CaseOf<V, C> {
  if (variant.case !== name) throw new Failure("no-such-case", `the ${type} is not '${name}' now`);
  return variant as CaseOf<V, C>;
}

/** The case of a variant, which is known to be the present one. */
export function knownCase<V extends { readonly case: string }, C extends V["case"]>(
  variant: V,
  _name: C,
): CaseOf<V, C> {
  return variant as CaseOf<V, C>;
}

/** The case of a variant, if it is the present one. */
export function caseIfAny<V extends { readonly case: string }, C extends V["case"]>(
  variant: V | null,
  name: C,
): CaseOf<V, C> | null {
  return variant !== null && variant.case === name ? (variant as CaseOf<V, C>) : null;
}

/** The error for a value that `match` has no case for. */
export function noCase(value: unknown): never {
  throw typeMismatch(value, "a value that 'match' has a case for");
}
