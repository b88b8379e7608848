import { systemIds } from "./clock.js";
import { failureOf } from "./failure.js";
import { plainMembers, toJson } from "./json.js";
import { OrderedMap } from "./map.js";
import { SipHash } from "./sipHash.js";
import {
  type Field,
  type FieldType,
  ListOf,
  MapOf,
  NullableOf,
  PartOf,
  RecordOf,
  type RecordType,
  VariantType,
} from "./types.js";
import { RecordValue } from "./values.js";

type Members = readonly (readonly [string, unknown])[];

/** An object of a log that has a meaning, beside the maps of a store. */
class LogObject {
  constructor(readonly members: Members) {}
}

/** Writes values into a session log, with hashes with a random key in place of sensitive ones. */
export class HiddenValues {
  private readonly hash: SipHash;

  constructor() {
    const [first, second] = [systemIds(), systemIds()].map((id) => {
      const digits = id.replace(/-/g, "");
      return [parseInt(digits.slice(0, 8), 16), parseInt(digits.slice(24), 16)] as const;
    });
    this.hash = new SipHash(first ?? [0, 0], second ?? [0, 0]);
  }

  /** The boxed value as JSON. */
  json(value: unknown): string {
    return toJson(value, (item) => this.members(item));
  }

  /** The stand-in for a boxed value. */
  hidden(value: unknown): unknown {
    return new LogObject([["$sensitive", this.hash.hexadecimal(toJson(value))]]);
  }

  private members(value: unknown): Members | null {
    if (value instanceof LogObject) return value.members;
    const members = plainMembers(value);
    // A map that looks like an object with a meaning stands in one.
    if (value instanceof OrderedMap && members?.[0]?.[0].startsWith("$") === true) {
      return [["$map", new LogObject(members)]];
    }
    if (!(value instanceof RecordValue) || value.type instanceof VariantType) return members;
    return value.type.fields.map((field, index) => [field.name, this.shown(field, value.values[index])] as const);
  }

  private shown(field: Field, value: unknown): unknown {
    return field.isSensitive === true ? this.hidden(value) : value;
  }

  /** An answer as one of its type if that may have sensitive fields, or null if it does not fit; else as it came. */
  answer(value: unknown, type: FieldType | undefined): unknown {
    if (type === undefined || !holdsSensitiveFields(type, new Set())) return value;
    try {
      return this.hiding(type, type.box(type.read(value)));
    } catch (error) {
      failureOf(error);
      return null;
    }
  }

  /** The boxed value with sensitive fields hidden in maps with some fields of a record, which do not know them. */
  private hiding(type: FieldType, value: unknown): unknown {
    if (type instanceof NullableOf) return value === null ? null : this.hiding(type.wrapped, value);
    if (type instanceof ListOf) return (value as readonly unknown[]).map((item) => this.hiding(type.element, item));
    if (type instanceof MapOf) {
      return (value as OrderedMap<unknown, unknown>).mapped((item) => this.hiding(type.value, item));
    }
    if (!(type instanceof PartOf)) return value;
    const part = value as OrderedMap<string, unknown>;
    const fields = type.type().fields.filter((field) => part.has(field.name));
    return OrderedMap.of(fields.map((field) => [field.name, this.shown(field, part.get(field.name))] as const));
  }
}

/** True if values of the type may have sensitive fields. */
function holdsSensitiveFields(type: FieldType, seen: Set<RecordType>): boolean {
  if (type instanceof NullableOf) return holdsSensitiveFields(type.wrapped, seen);
  if (type instanceof ListOf) return holdsSensitiveFields(type.element, seen);
  if (type instanceof MapOf) return holdsSensitiveFields(type.value, seen);
  if (!(type instanceof RecordOf) && !(type instanceof PartOf)) return false;
  const record = type.type();
  if (seen.has(record)) return false;
  seen.add(record);
  return record.fields.some((field) => field.isSensitive === true || holdsSensitiveFields(field.type, seen));
}
