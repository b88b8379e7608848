import { Failure, failureOf, typeMismatch } from "./failure.js";
import { checkDepth } from "./depth.js";
import { intOf, isInt, numberOfInt, parseInt64 } from "./int.js";
import { OrderedMap } from "./map.js";
import { describe, interpolated, numberText } from "./text.js";
import { Duration, Timestamp } from "./time.js";
import { double, isDouble, isPlainNull, kindName, numberOf, Optional, RecordValue } from "./values.js";

/** A type of the spec, by which values are read, judged, and told apart where only the value is known. */
export abstract class FieldType {
  abstract readonly name: string;

  /** Returns a value of the type as one whose type is known only at run time. */
  box(value: unknown): unknown {
    return value;
  }

  /** Returns a value out of an `any` as one of the type, converted where the language allows it. */
  abstract fit(value: unknown): unknown;

  /** Returns a boxed value, which is of the type, as it was. */
  unbox(value: unknown): unknown {
    return this.fit(value);
  }

  /**
   * Returns a value from outside with its texts and keys read as the type needs them. A trace driver is
   * also sent texts for doubles that JSON has no number for.
   */
  adapt(value: unknown, _isSent: boolean): unknown {
    return value;
  }

  /** The first constraint that is broken in a value of the type. Parts that an old value shares are passed over. */
  violation(_value: unknown, _old: unknown): Violation | null {
    return null;
  }

  findsConstraint(_seen: Set<RecordType>): boolean {
    return false;
  }

  protected misfit(value: unknown): Failure {
    return typeMismatch(value, withArticle(this.name));
  }

  /** Reads a value from outside: what fits the type, with defaults, and no constraint broken. */
  read(value: unknown, isSent = false): unknown {
    if (this === Types.any) return this.fit(value);
    try {
      checkDepth(value);
    } catch {
      throw new Failure("type-mismatch", "it is nested too deep, or too large");
    }
    const fitted = this.fit(this.adapt(value, isSent));
    const violation = this.findsConstraint(new Set()) ? this.violation(fitted, null) : null;
    if (violation !== null) throw new Failure("constraint-violated", violation.message);
    return fitted;
  }
}

/** A constraint that a value breaks. */
export interface Violation {
  readonly message: string;
  readonly place: string;
}

export function withArticle(name: string): string {
  return (/^[aeio]/i.test(name) ? "an " : "a ") + name;
}

class PlainType extends FieldType {
  constructor(
    readonly name: string,
    private readonly isOne: (value: unknown) => boolean,
  ) {
    super();
  }

  fit(value: unknown): unknown {
    if (!this.isOne(value)) throw this.misfit(value);
    return value;
  }
}

class DoubleType extends FieldType {
  readonly name = "double";

  override box(value: unknown): unknown {
    return double(value as number);
  }

  fit(value: unknown): unknown {
    if (isInt(value)) return numberOfInt(value);
    if (!isDouble(value)) throw this.misfit(value);
    return numberOf(value);
  }

  override adapt(value: unknown, isSent: boolean): unknown {
    if (!isSent || typeof value !== "string") return value;
    return [NaN, Infinity, -Infinity].find((number) => numberText(number) === value) ?? value;
  }
}

class TimeType extends FieldType {
  constructor(
    readonly name: string,
    private readonly isOne: (value: unknown) => boolean,
    private readonly parse: (text: string) => unknown,
  ) {
    super();
  }

  fit(value: unknown): unknown {
    if (this.isOne(value)) return value;
    const parsed = typeof value === "string" ? this.parse(value) : null;
    if (parsed === null) throw this.misfit(value);
    return parsed;
  }
}

class AnyType extends FieldType {
  readonly name = "any";

  override unbox(value: unknown): unknown {
    return value;
  }

  /** A record as a map, a variant as it is written, and a timestamp or duration as its text. */
  fit(value: unknown): unknown {
    if (isPlainNull(value)) return null;
    if (typeof value === "boolean" || typeof value === "string" || isInt(value) || isDouble(value)) return value;
    if (value instanceof Timestamp || value instanceof Duration) return value.toString();
    if (Array.isArray(value)) return sharing(value, value.map((item) => this.fit(item)));
    if (value instanceof OrderedMap) {
      const map = OrderedMap.of(value.entries().map(([key, item]) => [this.key(key), this.fit(item)] as const));
      return value.entries().every(([key, item]) => map.get(key as string) === item) ? value : map;
    }
    if (value instanceof RecordValue) return value.type.likeJSON(value, (item) => this.fit(item));
    throw this.misfit(value);
  }

  private key(key: unknown): string {
    if (typeof key === "string") return key;
    throw new Failure("type-mismatch", `${kindName(key)} stands as a key where an any is needed, whose maps have string keys`);
  }
}

/** The old list if the new one has the same elements. */
function sharing(old: readonly unknown[], list: readonly unknown[]): readonly unknown[] {
  return list.every((item, index) => item === old[index]) ? old : list;
}

/** The types that have no parts. */
export const Types = {
  bool: new PlainType("bool", (value) => typeof value === "boolean") as FieldType,
  int: new PlainType("int", isInt) as FieldType,
  double: new DoubleType() as FieldType,
  string: new PlainType("string", (value) => typeof value === "string") as FieldType,
  timestamp: new TimeType("timestamp", (value) => value instanceof Timestamp, Timestamp.parse) as FieldType,
  duration: new TimeType("duration", (value) => value instanceof Duration, Duration.parse) as FieldType,
  any: new AnyType() as FieldType,
};

export class ListOf extends FieldType {
  constructor(readonly element: FieldType) {
    super();
  }

  get name(): string {
    return `list(${this.element.name})`;
  }

  override box(value: unknown): unknown {
    return (value as readonly unknown[]).map((item) => this.element.box(item));
  }

  override unbox(value: unknown): unknown {
    return (value as readonly unknown[]).map((item) => this.element.unbox(item));
  }

  fit(value: unknown): unknown {
    if (!Array.isArray(value)) throw this.misfit(value);
    return sharing(value, value.map((item) => this.element.fit(item)));
  }

  override adapt(value: unknown, isSent: boolean): unknown {
    return Array.isArray(value) ? value.map((item) => this.element.adapt(item, isSent)) : value;
  }

  override violation(value: unknown, old: unknown): Violation | null {
    if (value === old || !this.findsConstraint(new Set())) return null;
    const former = Array.isArray(old) ? old : [];
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      if (former.length > index && former[index] === item) continue;
      const violation = this.element.violation(item, null);
      if (violation !== null) return violation;
    }
    return null;
  }

  override findsConstraint(seen: Set<RecordType>): boolean {
    return this.element.findsConstraint(seen);
  }
}

export class MapOf extends FieldType {
  constructor(
    readonly key: FieldType,
    readonly value: FieldType,
  ) {
    super();
  }

  get name(): string {
    return this.key === Types.string ? `map(${this.value.name})` : `map(${this.key.name}, ${this.value.name})`;
  }

  override box(value: unknown): unknown {
    return (value as OrderedMap<unknown, unknown>).mapped((item) => this.value.box(item));
  }

  override unbox(value: unknown): unknown {
    return (value as OrderedMap<unknown, unknown>).mapped((item) => this.value.unbox(item));
  }

  fit(value: unknown): unknown {
    if (!(value instanceof OrderedMap)) throw this.misfit(value);
    return OrderedMap.of(value.entries().map(([key, item]) => [this.key.fit(key), this.value.fit(item)] as const));
  }

  override adapt(value: unknown, isSent: boolean): unknown {
    if (!(value instanceof OrderedMap)) return value;
    const entries = value.entries().map(([key, item]) => [this.adaptKey(key), this.value.adapt(item, isSent)] as const);
    return OrderedMap.of(entries);
  }

  private adaptKey(key: unknown): unknown {
    if (typeof key !== "string") return key;
    if (this.key === Types.bool) return key === "true" ? true : key === "false" ? false : key;
    const number = this.key === Types.int ? parseInt64(key) : null;
    return number === null ? key : intOf(number);
  }

  override violation(value: unknown, old: unknown): Violation | null {
    if (value === old || !this.findsConstraint(new Set())) return null;
    for (const [key, item] of value as OrderedMap<unknown, unknown>) {
      if (old instanceof OrderedMap && old.has(key) && old.get(key) === item) continue;
      const violation = this.value.violation(item, null);
      if (violation !== null) return violation;
    }
    return null;
  }

  override findsConstraint(seen: Set<RecordType>): boolean {
    return this.value.findsConstraint(seen);
  }
}

export class NullableOf extends FieldType {
  constructor(readonly wrapped: FieldType) {
    super();
  }

  get name(): string {
    return `${this.wrapped.name}?`;
  }

  override box(value: unknown): unknown {
    return value === null ? null : this.wrapped.box(value);
  }

  override unbox(value: unknown): unknown {
    return value === null ? null : this.wrapped.unbox(value);
  }

  fit(value: unknown): unknown {
    return isPlainNull(value) ? null : this.wrapped.fit(value);
  }

  override adapt(value: unknown, isSent: boolean): unknown {
    return this.wrapped.adapt(value, isSent);
  }

  override violation(value: unknown, old: unknown): Violation | null {
    return value === null ? null : this.wrapped.violation(value, old);
  }

  override findsConstraint(seen: Set<RecordType>): boolean {
    return this.wrapped.findsConstraint(seen);
  }
}

class OptionalType extends FieldType {
  constructor(private readonly wrapped: FieldType) {
    super();
  }

  get name(): string {
    return `optional(${this.wrapped.name})`;
  }

  override box(value: unknown): unknown {
    return (value as Optional<unknown>).map((item) => this.wrapped.box(item));
  }

  override unbox(value: unknown): unknown {
    return (value as Optional<unknown>).map((item) => this.wrapped.unbox(item));
  }

  fit(value: unknown): unknown {
    if (!(value instanceof Optional)) throw this.misfit(value);
    return value.map((item) => this.wrapped.fit(item));
  }
}

/** The cases of an enum, in declared order. */
export class EnumType extends FieldType {
  private readonly cases: ReadonlySet<unknown>;

  constructor(
    readonly name: string,
    cases: readonly string[],
  ) {
    super();
    this.cases = new Set(cases);
  }

  fit(value: unknown): unknown {
    if (typeof value !== "string") throw this.misfit(value);
    if (!this.cases.has(value)) throw new Failure("no-such-case", `${this.name} has no case '${value}'`);
    return value;
  }
}

export class RecordOf extends FieldType {
  constructor(readonly type: () => RecordType) {
    super();
  }

  get name(): string {
    return this.type().name;
  }

  override box(value: unknown): unknown {
    return new RecordValue(this.type(), value as object);
  }

  fit(value: unknown): unknown {
    return this.type().fitted(value);
  }

  override adapt(value: unknown, isSent: boolean): unknown {
    return value instanceof OrderedMap ? this.type().adapted(value, isSent) : value;
  }

  override violation(value: unknown, old: unknown): Violation | null {
    return this.type().violation(value as object, old);
  }

  override findsConstraint(seen: Set<RecordType>): boolean {
    return this.type().findsConstraint(seen);
  }
}

/** The type of some of the fields of a record, as a map of boxed values. */
export class PartOf extends FieldType {
  constructor(readonly type: () => RecordType) {
    super();
  }

  get name(): string {
    return `partial(${this.type().name})`;
  }

  override unbox(value: unknown): unknown {
    return value;
  }

  fit(value: unknown): unknown {
    const type = this.type();
    if (value instanceof RecordValue && value.type === type) {
      return OrderedMap.of(type.fields.map((field, index) => [field.name, value.values[index]] as const));
    }
    if (!(value instanceof OrderedMap)) throw this.misfit(value);
    return type.partOf(value.entries());
  }

  override adapt(value: unknown, isSent: boolean): unknown {
    return value instanceof OrderedMap ? this.type().adapted(value, isSent) : value;
  }

  override violation(value: unknown, _old: unknown): Violation | null {
    const fields = value as OrderedMap<unknown, unknown>;
    for (const field of this.type().fields) {
      if (!fields.has(field.name)) continue;
      const violation = this.type().fieldViolation(field, field.type.unbox(fields.get(field.name)), null);
      if (violation !== null) return violation;
    }
    return null;
  }

  override findsConstraint(seen: Set<RecordType>): boolean {
    return this.type().findsConstraint(seen);
  }
}

export function listOf(element: FieldType): FieldType {
  return new ListOf(element);
}

export function mapOf(key: FieldType, value: FieldType): FieldType {
  return new MapOf(key, value);
}

export function nullableOf(wrapped: FieldType): FieldType {
  return new NullableOf(wrapped);
}

export function optionalOf(wrapped: FieldType): FieldType {
  return new OptionalType(wrapped);
}

export function recordOf(type: () => RecordType): FieldType {
  return new RecordOf(type);
}

export function partOf(type: () => RecordType): FieldType {
  return new PartOf(type);
}

/** A condition on the values of a field. */
export interface Constraint {
  readonly text: string;
  readonly place: string;
  readonly holds: (value: never) => boolean;
}

/** A field of a record type. */
export interface Field {
  /** The name of the field as the spec writes it. */
  readonly name: string;
  readonly type: FieldType;
  /** The name of the property; that of the field if it is left out. */
  readonly property?: string;
  /** The value of the field if it is left out; a function makes it anew each time. */
  readonly default?: unknown;
  readonly constraint?: Constraint;
  readonly isSensitive?: boolean;
}

/** A default that is read anew for each action, when it is dispatched. */
export const LateDefault: { readonly now: Timestamp; readonly uuid: string } = {
  /** Stands for the time of the dispatch; it is known by its identity. */
  now: Object.create(Timestamp.prototype) as Timestamp,
  /** Stands for a new random id. */
  uuid: "\u0000a new id\u0000",
};

type Properties = { [name: string]: unknown };

/** A type of records. */
export class RecordType {
  private made: readonly Field[] | null = null;
  private isConstrained: boolean | null = null;

  /**
   * @param caseName The case whose contents the records are; null for records that are no variants.
   */
  constructor(
    readonly name: string,
    private readonly makeFields: () => readonly Field[],
    readonly caseName: string | null = null,
  ) {}

  /** The fields, in declared order. */
  get fields(): readonly Field[] {
    this.made ??= this.makeFields();
    return this.made;
  }

  field(name: unknown): Field | undefined {
    return this.fields.find((field) => field.name === name);
  }

  indexOf(name: unknown): number {
    return this.fields.findIndex((field) => field.name === name);
  }

  /** The value of a field of a record. */
  valueOf(record: object, field: Field): unknown {
    return (record as Properties)[field.property ?? field.name];
  }

  /** The values of a record's fields, boxed, in declared order. */
  boxedValues(record: object): readonly unknown[] {
    return this.fields.map((field) => field.type.box(this.valueOf(record, field)));
  }

  /** The record of values for the fields. */
  make(values: readonly unknown[]): object {
    const properties = this.fields.map((field, index) => [field.property ?? field.name, values[index]]);
    return Object.fromEntries(this.caseName === null ? properties : [["case", this.caseName], ...properties]) as object;
  }

  get hasConstraints(): boolean {
    this.isConstrained ??= this.findsConstraint(new Set());
    return this.isConstrained;
  }

  findsConstraint(seen: Set<RecordType>): boolean {
    if (seen.has(this)) return false;
    seen.add(this);
    return this.fields.some((field) => field.constraint !== undefined || field.type.findsConstraint(seen));
  }

  /** The first constraint that a record breaks. Parts that an old record shares are passed over. */
  violation(record: object, old: unknown): Violation | null {
    if (record === old || !this.hasConstraints) return null;
    for (const field of this.fields) {
      const value = this.valueOf(record, field);
      const former = typeof old === "object" && old !== null ? this.valueOf(old, field) : undefined;
      if (former === value) continue;
      const violation = this.fieldViolation(field, value, former);
      if (violation !== null) return violation;
    }
    return null;
  }

  fieldViolation(field: Field, value: unknown, old: unknown): Violation | null {
    const { constraint } = field;
    if (constraint !== undefined) {
      const subject = this.name === "" ? field.name : `${this.name}.${field.name}`;
      try {
        if (!constraint.holds(value as never)) {
          return { message: `'${subject}' breaks its constraint: ${constraint.text}`, place: constraint.place };
        }
      } catch (thrown) {
        const failure = failureOf(thrown);
        const error = field.isSensitive === true ? failure.withoutValues() : failure;
        const message = `the constraint of '${subject}' meets the error ${error.code}: ${error.message}`;
        return { message, place: constraint.place };
      }
    }
    return field.type.violation(value, old);
  }

  /** A boxed value as a record of the type. */
  fitted(value: unknown): object {
    if (value instanceof OrderedMap) return this.madeOf(value);
    if (!(value instanceof RecordValue) || value.type !== this) throw typeMismatch(value, withArticle(this.name));
    if (value.record !== null) return value.record;
    return this.make(this.fields.map((field, index) => fitField(field, value.values[index])));
  }

  /** Makes a record of named values; fields that are left out take their defaults. */
  madeOf(map: OrderedMap<unknown, unknown>): object {
    for (const key of map.keys()) {
      if (this.indexOf(key) < 0) throw new Failure("no-such-field", `${this.name} has no field ${describe(key)}`);
    }
    return this.make(
      this.fields.map((field) => {
        if (map.has(field.name)) return fitField(field, map.get(field.name));
        if ("default" in field) return field.default;
        throw new Failure("type-mismatch", `${this.name} needs its field '${field.name}'`);
      }),
    );
  }

  /** Named parts as boxed values of fields of the type. */
  partOf(parts: readonly (readonly [unknown, unknown])[]): OrderedMap<string, unknown> {
    return OrderedMap.of(
      parts.map(([name, item]) => {
        const field = this.field(name);
        if (field === undefined) throw new Failure("no-such-field", `${this.name} has no field ${describe(name)}`);
        return [field.name, field.type.box(fitField(field, item))] as const;
      }),
    );
  }

  adapted(map: OrderedMap<unknown, unknown>, isSent: boolean): OrderedMap<unknown, unknown> {
    const entries: (readonly [unknown, unknown])[] = [];
    for (const [key, item] of map) {
      const field = this.field(key);
      if (field !== undefined) entries.push([key, field.type.adapt(item, isSent)]);
    }
    return OrderedMap.of(entries);
  }

  /** A record as a map of values that are like JSON. */
  likeJSON(record: RecordValue, like: (value: unknown) => unknown): unknown {
    return OrderedMap.of(this.fields.map((field, index) => [field.name, like(record.values[index])] as const));
  }

  /** The members with which JSON shows a record. */
  shown(record: RecordValue): readonly (readonly [string, unknown])[] | string {
    return this.fields.map((field, index) => [field.name, record.values[index]] as const);
  }
}

function fitField(field: Field, value: unknown): unknown {
  try {
    return field.type.fit(value);
  } catch (thrown) {
    const failure = failureOf(thrown);
    throw field.isSensitive === true ? failure.withoutValues() : failure;
  }
}

/** A type of variants: each field is the contents of a case. */
export class VariantType extends RecordType {
  private readonly contents = new Map<string, RecordType>();

  constructor(name: string, makeCases: () => readonly RecordType[]) {
    super(name, () =>
      makeCases().map((type) => {
        this.contents.set(type.caseName ?? "", type);
        return { name: type.caseName ?? "", type: recordOf(() => type) };
      }),
    );
  }

  /** The type of the contents of a case. */
  contentsOf(name: unknown): RecordType | undefined {
    return this.fields.length > 0 && typeof name === "string" ? this.contents.get(name) : undefined;
  }

  override valueOf(record: object, field: Field): unknown {
    return (record as { case?: unknown }).case === field.name ? record : null;
  }

  override boxedValues(record: object): readonly unknown[] {
    return this.fields.map((field) => (this.valueOf(record, field) === null ? null : field.type.box(record)));
  }

  override make(values: readonly unknown[]): object {
    return values.find((value) => value !== null) as object;
  }

  override violation(record: object, old: unknown): Violation | null {
    if (record === old || !this.hasConstraints) return null;
    const name = (record as { case?: unknown }).case;
    const isSameCase = typeof old === "object" && old !== null && (old as { case?: unknown }).case === name;
    return this.contentsOf(name)?.violation(record, isSameCase ? old : null) ?? null;
  }

  override fitted(value: unknown): object {
    if (value instanceof RecordValue && value.type === this && value.record !== null) return value.record;
    const [name, contents] = this.caseIn(value);
    const type = this.contentsOf(name);
    if (type === undefined) throw new Failure("no-such-case", `${this.name} has no case '${interpolated(name)}'`);
    return type.fitted(contents);
  }

  private caseIn(value: unknown): readonly [unknown, unknown] {
    if (typeof value === "string") return [value, OrderedMap.empty()];
    if (value instanceof RecordValue && value.type === this) {
      const slot = Math.max(value.values.findIndex((item) => item !== null), 0);
      return [this.fields[slot]?.name, value.values[slot]];
    }
    if (!(value instanceof OrderedMap) || value.size !== 1) throw typeMismatch(value, withArticle(this.name));
    const [key, item] = value.entries()[0] ?? [null, null];
    return [key, item ?? OrderedMap.empty()];
  }

  override likeJSON(record: RecordValue, like: (value: unknown) => unknown): unknown {
    const shown = this.shown(record);
    return typeof shown === "string" ? shown : OrderedMap.of(shown.map(([name, item]) => [name, like(item)] as const));
  }

  override shown(record: RecordValue): readonly (readonly [string, unknown])[] | string {
    const members: (readonly [string, unknown])[] = [];
    for (const [index, field] of this.fields.entries()) {
      const contents = record.values[index];
      if (contents === null) continue;
      if (contents instanceof RecordValue && contents.type.fields.length === 0) return field.name;
      members.push([field.name, contents]);
    }
    return members;
  }
}

/** The type of an action's or effect's payload. */
export class ActionType extends RecordType {
  constructor(
    readonly actionName: string,
    name: string,
    makeFields: () => readonly Field[],
  ) {
    super(name, makeFields);
  }

  get hasLateDefaults(): boolean {
    return this.fields.some((field) => field.default === LateDefault.now || field.default === LateDefault.uuid);
  }
}

/** A value of a type as one whose type is known only at run time. */
export function box(value: unknown, type: FieldType): unknown {
  return type.box(value);
}

/** A value that was boxed as it was. */
export function unbox<T>(value: unknown, type: FieldType): T {
  return type.unbox(value) as T;
}

/** A value out of an `any`, or of a type known only now, as one of a type. */
export function fit<T>(value: unknown, type: FieldType): T {
  checkDepth(value);
  return type.fit(value) as T;
}

/** A value as one of a type, for a field of a record; its depth is checked where the record is kept. */
export function fitMember<T>(value: unknown, type: FieldType): T {
  return type.fit(value) as T;
}

/** A value as one of a type, for the payload of an action; a misfit is `invalid-payload`. */
export function fitPayload<T>(value: unknown, type: FieldType, action: string): T {
  checkDepth(value);
  try {
    return type.fit(value) as T;
  } catch (thrown) {
    throw new Failure("invalid-payload", `action '${action}' is not made so: ${failureOf(thrown).message}`);
  }
}

/** A value as one of a type, for the parameter of a function of the spec. */
export function fitArgument<T>(value: unknown, type: FieldType, subject: string): T {
  try {
    return fitResult(value, type);
  } catch (thrown) {
    throw failureOf(thrown).about(subject);
  }
}

/** A value as one of a type, for the result of a function of the spec. */
export function fitResult<T>(value: unknown, type: FieldType): T {
  try {
    return fit(value, type);
  } catch (thrown) {
    const failure = failureOf(thrown);
    // A key that a record lacks makes the value one of another type.
    throw failure.code === "no-such-field" ? new Failure("type-mismatch", failure.message) : failure;
  }
}

/** A value from outside as one of a type. */
export function read<T>(value: unknown, type: FieldType): T {
  return type.read(value) as T;
}

/** An enum's case for a text; fails with `no-such-case`. */
export function enumCase<T>(text: string, type: EnumType): T {
  return type.fit(text) as T;
}

