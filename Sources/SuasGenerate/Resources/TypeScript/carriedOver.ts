import { OrderedMap } from "./map.js";
import { type FieldType, ListOf, MapOf, NullableOf, RecordOf, type RecordType, Types, VariantType } from "./types.js";

// What is carried over from the store of one version to that of another, which never fails for values of
// the old types.

/** The conversion of a value: it stays, becomes a double or an `any`, or is changed in its parts. */
type Conversion =
  | "same"
  | "double"
  | "any"
  | { readonly elements: Conversion }
  | { readonly optional: Conversion }
  /** A record or variant, by the number of its conversion. */
  | { readonly record: number };

/** A slot of an old record, and what becomes of its value. */
type Moved = readonly [from: number, conversion: Conversion];

/** A place of the new store, which is reached through records alone; null if it begins anew. */
type CarriedPlace = Moved | { readonly from: number; readonly fields: readonly CarriedPlace[] } | null;

/** The conversion of a record or variant. */
interface RecordConversion {
  /** The new type. */
  readonly type: RecordType;
  /**
   * For each field of the new record where it comes from, or null for its default; for each case of an old
   * variant where it goes.
   */
  readonly parts: readonly (Moved | null)[];
}

/** A plan that carries a state over from one version to another. */
export interface CarriedOver {
  readonly places: readonly CarriedPlace[];
  readonly records?: readonly RecordConversion[];
}

/** A record with its type. */
interface Typed {
  readonly record: object;
  readonly type: RecordType;
}

/** Returns the new store: what is carried over, laid over an initial one. */
export function carriedOver(plan: CarriedOver, old: Typed, initial: Typed): object {
  return new Carrying(plan.records ?? []).store(old, initial, plan.places);
}

class Carrying {
  constructor(private readonly records: readonly RecordConversion[]) {}

  store(old: Typed, initial: Typed, places: readonly CarriedPlace[]): object {
    const values = initial.type.fields.map((field, slot) => {
      const value = initial.type.valueOf(initial.record, field);
      const place = places[slot] ?? null;
      if (place === null) return value;
      if (!("fields" in place)) return this.moved(old, place);
      const inner = old.type.fields[place.from];
      if (inner === undefined) return value;
      const former = typed(old.type.valueOf(old.record, inner), inner.type);
      return this.store(former, typed(value, field.type), place.fields);
    });
    return initial.type.make(values);
  }

  private moved(old: Typed, [from, conversion]: Moved): unknown {
    const field = old.type.fields[from];
    return field && this.converted(old.type.valueOf(old.record, field), conversion, field.type);
  }

  private converted(value: unknown, conversion: Conversion, type: FieldType): unknown {
    if (conversion === "same") return value;
    if (conversion === "any") return Types.any.fit(type.box(value));
    if (type instanceof NullableOf) {
      if (value === null) return null;
      const isOptional = conversion !== "double" && "optional" in conversion;
      return this.converted(value, isOptional ? conversion.optional : conversion, type.wrapped);
    }
    if (conversion === "double") return Types.double.fit(value);
    if ("optional" in conversion) return this.converted(value, conversion.optional, type);
    if ("record" in conversion) return this.record(typed(value, type), this.records[conversion.record]);
    const { elements } = conversion;
    if (type instanceof ListOf) {
      return (value as readonly unknown[]).map((item) => this.converted(item, elements, type.element));
    }
    if (!(type instanceof MapOf)) return value;
    return (value as OrderedMap<unknown, unknown>).mapped((item) => this.converted(item, elements, type.value));
  }

  private record(old: Typed, conversion: RecordConversion | undefined): object {
    if (conversion === undefined) return old.record;
    const { type, parts } = conversion;
    if (old.type instanceof VariantType) {
      const part = parts[old.type.indexOf((old.record as { readonly case: string }).case)] ?? null;
      if (part === null) return old.record;
      const contents = old.type.contentsOf((old.record as { readonly case: string }).case);
      return contents === undefined
        ? old.record
        : (this.converted(old.record, part[1], new RecordOf(() => contents)) as object);
    }
    return type.make(
      type.fields.map((field, slot) => {
        const part = parts[slot] ?? null;
        return part === null ? field.default : this.moved(old, part);
      }),
    );
  }
}

function typed(record: unknown, type: FieldType): Typed {
  return { record: record as object, type: (type as RecordOf).type() };
}
