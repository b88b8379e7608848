import { invalidArgument } from "./failure.js";
import { intIfAny, isInt, isZeroInt, keyOfDouble } from "./int.js";
import { OrderedMap } from "./map.js";
import { areEqual } from "./equality.js";
import { numberText, quotedBytes } from "./text.js";
import { Duration, Timestamp } from "./time.js";
import type { RecordType } from "./types.js";

// Values whose types are known only at run time: null, a boolean, an int, a double, a string, an array or
// an OrderedMap of such values, and objects of the classes below.

/** A double in a value whose type is known only at run time, if it would look like an int there. */
export class Double {
  constructor(readonly value: number) {}

  toJSON(): number {
    return this.value;
  }

  toString(): string {
    return numberText(this.value);
  }
}

/** A double as a value whose type is known only at run time. */
export function double(value: number): unknown {
  return isInt(value) ? new Double(value) : value;
}

export function isDouble(value: unknown): value is number | Double {
  return value instanceof Double || (typeof value === "number" && !isInt(value));
}

/** The number that a double is. */
export function numberOf(value: number | Double): number {
  return typeof value === "number" ? value : value.value;
}

/** A whole number from 0 to 2^64 - 1. */
export class Uint {
  constructor(readonly value: bigint) {}

  toString(): string {
    return this.value.toString();
  }
}

/** A sequence of bytes with equality by content. */
export class Bytes {
  readonly content: Uint8Array;

  constructor(content: Iterable<number>) {
    this.content = new Uint8Array(content);
  }

  get size(): number {
    return this.content.length;
  }

  compare(other: Bytes): number {
    for (let index = 0; index < Math.min(this.size, other.size); index += 1) {
      const difference = (this.content[index] ?? 0) - (other.content[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return this.size - other.size;
  }

  toString(): string {
    return quotedBytes(this.content);
  }
}

/** A value that may be absent: `optional.of(1)`, or `optional.none()`. */
export class Optional<T> {
  private static readonly nothing = new Optional<never>(false, undefined as never);

  private constructor(
    /** True if there is a value. */
    readonly hasValue: boolean,
    private readonly content: T,
  ) {}

  /** The value; an error if there is none. */
  get value(): T {
    if (!this.hasValue) throw invalidArgument("the optional has no value");
    return this.content;
  }

  /** The optional with a value. */
  static of<T>(value: T): Optional<T> {
    return new Optional(true, value);
  }

  /** The optional without a value. */
  static none<T>(): Optional<T> {
    return Optional.nothing;
  }

  /** The optional with a value, or without it if the value is zero, empty, false or null. */
  static ofNonZero<T>(value: T): Optional<T> {
    return isZero(value) ? Optional.none() : Optional.of(value);
  }

  /** The optional with a value, or without it if the value is null. */
  static ofNullable<T>(value: T | null): Optional<T> {
    return value === null ? Optional.none() : Optional.of(value);
  }

  map<R>(transform: (value: T) => R): Optional<R> {
    return this.hasValue ? Optional.of(transform(this.content)) : Optional.none();
  }

  flatMap<R>(transform: (value: T) => Optional<R>): Optional<R> {
    return this.hasValue ? transform(this.content) : Optional.none();
  }

  or(other: () => Optional<T>): Optional<T>;
  or<D>(other: () => Optional<D>): Optional<T | D>;
  or<D>(other: () => Optional<D>): Optional<T | D> {
    return this.hasValue ? this : other();
  }

  orValue(other: () => T): T;
  orValue<D>(other: () => D): T | D;
  orValue<D>(other: () => D): T | D {
    return this.hasValue ? this.content : other();
  }
}

/** The value of an optional, or one that is not null, or else another one. */
export function otherwise(value: unknown, other: () => unknown): unknown {
  if (value instanceof Optional) return value.hasValue ? value.value : other();
  return value ?? other();
}

/** The type of a value as a value: what `type(x)` gives. */
export class TypeValue {
  constructor(readonly name: string) {}

  toString(): string {
    return this.name;
  }
}

/** The type of a value as a value. */
export function typeOf(value: unknown): TypeValue {
  return new TypeValue(typeName(value));
}

/** A record in a value whose type is known only at run time: it carries its type. */
export class RecordValue {
  private boxed: readonly unknown[] | null = null;

  /**
   * @param record The record; null if values are given, which may be of other types than the fields'.
   */
  constructor(
    readonly type: RecordType,
    readonly record: object | null,
    values: readonly unknown[] | null = null,
  ) {
    this.boxed = values;
  }

  /** The values of the fields, in declared order; of a variant, null for each case that is not present. */
  get values(): readonly unknown[] {
    this.boxed ??= this.record === null ? [] : this.type.boxedValues(this.record);
    return this.boxed;
  }

  toJSON(): unknown {
    return this.record ?? Object.fromEntries(this.type.fields.map((field, index) => [field.name, this.values[index]]));
  }
}

/** A value of a type that the language itself does not know, such as an internet address. */
export interface Opaque {
  readonly typeName: string;
}

function isOpaque(value: unknown): value is Opaque {
  return typeof value === "object" && value !== null && "typeName" in value;
}

export function isPlainNull(value: unknown): boolean {
  return value === null || value === undefined;
}

/** The name of a value's type, as `type(x)` gives it. */
export function typeName(value: unknown): string {
  if (isPlainNull(value)) return "null_type";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (isInt(value)) return "int";
  if (isDouble(value)) return "double";
  if (Array.isArray(value)) return "list";
  if (value instanceof OrderedMap) return "map";
  if (value instanceof RecordValue) return value.type.name;
  if (value instanceof Uint) return "uint";
  if (value instanceof Bytes) return "bytes";
  if (value instanceof Timestamp) return "google.protobuf.Timestamp";
  if (value instanceof Duration) return "google.protobuf.Duration";
  if (value instanceof TypeValue) return "type";
  if (value instanceof Optional) return "optional_type";
  return isOpaque(value) ? value.typeName : "record";
}

/** The kind of a value with its article, for messages. */
export function kindName(value: unknown): string {
  const name = typeName(value);
  switch (name) {
    case "null_type":
      return "null";
    case "int":
      return "an int";
    case "optional_type":
      return "an optional";
    case "google.protobuf.Timestamp":
      return "a timestamp";
    case "google.protobuf.Duration":
      return "a duration";
    case "bytes":
      return "bytes";
    default:
      return `a ${name}`;
  }
}

/** True if a value is the zero of its type. */
export function isZero(value: unknown): boolean {
  if (isPlainNull(value) || value === false || value === 0 || value === "") return true;
  if (isInt(value)) return isZeroInt(value);
  if (value instanceof Double) return value.value === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Bytes || value instanceof OrderedMap) return value.size === 0;
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Timestamp) return areEqual(value, Timestamp.epoch);
  if (value instanceof Duration) return value.nanoseconds === 0n;
  if (value instanceof RecordValue) return value.values.every(isZero);
  if (value instanceof Optional) return !value.hasValue;
  if (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.values(value as object).every(isZero);
  }
  return false;
}

/** The key of a map, as one that JavaScript's maps compare as expressions do. */
export function mapKey(key: unknown): unknown {
  if (key instanceof Uint) return intIfAny(key.value) ?? `u${key.value}`;
  return isDouble(key) ? keyOfDouble(numberOf(key)) : key;
}

/** True if a value can be the key of a map. */
export function canBeKey(key: unknown): boolean {
  return typeof key === "boolean" || typeof key === "string" || isInt(key) || key instanceof Uint;
}

/** The value, which must not be null. */
export function known<T>(value: unknown): T {
  return value as T;
}
