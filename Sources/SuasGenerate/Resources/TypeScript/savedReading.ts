import { failureOf } from "./failure.js";
import { int, intIfAny, isInt, numberOfInt, parseInt64 } from "./int.js";
import { SyntaxReader } from "./jsonSyntax.js";
import { OrderedMap } from "./map.js";
import { numberText } from "./text.js";
import { type FieldType, ListOf, MapOf, NullableOf, RecordOf, RecordType, Types, VariantType } from "./types.js";
import { double, isDouble, numberOf } from "./values.js";

/** The reason why a value is not what a version saved. */
export class SavedMisfit extends Error {
  constructor(
    readonly reason: string,
    readonly code = "type-mismatch",
    /** The place in the store. */
    public path = "",
  ) {
    super(reason);
  }
}

/** The greatest depth to which what is read is nested. */
const MOST_LEVELS = 400;

/**
 * Reads values as the types of a version: what is not known is passed over, what is missing has its default.
 *
 * The number of lists and objects around a value is its depth.
 */
export class SavedReader extends SyntaxReader {
  /** True if an int beyond ±(2^53 - 1) was read. */
  private hasLargeInt = false;

  constructor(text: string) {
    super(text);
    if (text.startsWith("\ufeff")) this.index = 1;
  }

  /** Reads a value of any kind. */
  whole(): unknown {
    return this.value(MOST_LEVELS);
  }

  /** Reads the members of an object. */
  object(depth: number, member: (key: string) => void): void {
    if (!this.accept("{")) throw new SavedMisfit("it is no object");
    checkLevels(depth);
    this.members((key) => {
      this.skipSpace();
      member(key);
    });
  }

  read(type: FieldType, depth: number): unknown {
    this.skipSpace();
    if (type === Types.any) return this.exact();
    if (type instanceof NullableOf) return this.isNext("n") ? this.whole() : this.read(type.wrapped, depth);
    if (type instanceof ListOf) return this.list(type, depth + 1);
    if (type instanceof MapOf) return this.map(type, depth + 1);
    if (type instanceof RecordOf) {
      const record = type.type();
      return record instanceof VariantType ? this.variant(record, depth + 1) : this.record(record, null, depth + 1);
    }
    if (this.isNext("{") || this.isNext("[")) throw new SavedMisfit("it is a list or an object");
    return type === Types.double ? this.double64() : this.plain(type);
  }

  /**
   * Reads a record.
   *
   * @param initial The record whose values missing fields have; null for their defaults.
   */
  record(type: RecordType, initial: object | null, depth: number): object {
    const { fields } = type;
    const values: unknown[] = fields.map(() => undefined);
    // They mostly come in the order of their declaration.
    let expected = 0;
    this.object(depth, (name) => {
      const slot = fields[expected]?.name === name ? expected : type.indexOf(name);
      const field = fields[slot];
      if (field === undefined) {
        this.whole();
        return;
      }
      expected = slot + 1;
      values[slot] = this.below(field.type, depth, `.${name}`);
    });
    for (const [slot, field] of fields.entries()) {
      if (values[slot] !== undefined) continue;
      if (initial !== null) values[slot] = type.valueOf(initial, field);
      else if ("default" in field) values[slot] = field.default;
      else throw new SavedMisfit(`'${field.name}' is missing`);
    }
    return made(type, values);
  }

  private isNext(character: string): boolean {
    return this.text[this.index] === character;
  }

  /** Reads a part, whose misfit has its path. */
  private below(type: FieldType, depth: number, path: string): unknown {
    try {
      return this.read(type, depth);
    } catch (thrown) {
      if (thrown instanceof SavedMisfit) thrown.path = path + thrown.path;
      throw thrown;
    }
  }

  private list(type: ListOf, depth: number): readonly unknown[] {
    if (!this.accept("[")) throw new SavedMisfit("it is no list");
    checkLevels(depth);
    const list: unknown[] = [];
    this.elements(() => void list.push(this.below(type.element, depth, `[${list.length}]`)));
    return list;
  }

  private map(type: MapOf, depth: number): OrderedMap<unknown, unknown> {
    const entries: (readonly [unknown, unknown])[] = [];
    this.object(depth, (text) => {
      const key = keyOf(text, type.key);
      if (key === null) throw new SavedMisfit(`'${text}' is no key of ${type.key.name}`);
      entries.push([key, this.below(type.value, depth, `[${text}]`)]);
    });
    return OrderedMap.of(entries);
  }

  /** Reads a variant: the name of a case, alone or with its contents. */
  private variant(type: VariantType, depth: number): object {
    if (this.isNext('"')) {
      const contents = contentsOf(type, this.string());
      return new SavedReader("{}").record(contents, null, depth + 1);
    }
    let present: { readonly name: string; readonly contents: unknown } | null = null;
    this.object(depth, (name) => {
      contentsOf(type, name);
      if (present !== null && present.name !== name) throw new SavedMisfit("it has two cases");
      const field = type.field(name);
      if (field !== undefined) present = { name, contents: this.below(field.type, depth, `.${name}`) };
    });
    if (present === null) throw new SavedMisfit("it has no case");
    return (present as { readonly contents: object }).contents;
  }

  /** Reads a value whose ints must be exact. */
  private exact(): unknown {
    this.hasLargeInt = false;
    const value = this.whole();
    if (this.hasLargeInt) throw new SavedMisfit("an int is beyond ±(2^53 - 1)", "overflow");
    return value;
  }

  private plain(type: FieldType): unknown {
    const value = fitted(type === Types.int ? this.exact() : this.whole(), type);
    if (value === undefined) throw new SavedMisfit(`it is no ${type.name}`);
    return value;
  }

  private double64(): number {
    const value = this.whole();
    if (isInt(value)) return numberOfInt(value);
    const number = isDouble(value) ? numberOf(value) : NaN;
    if (Number.isFinite(number)) return number;
    const special = [NaN, Infinity, -Infinity].find((one) => numberText(one) === value);
    if (special === undefined) throw new SavedMisfit("it is no double");
    return special;
  }

  protected override int(digits: string): unknown {
    if (digits.length < 16) return int(Number(digits) + 0);
    const value = BigInt(digits);
    const known = intIfAny(value);
    if (known !== null) return known;
    if (BigInt.asIntN(64, value) === value) this.hasLargeInt = true;
    return double(Number(value));
  }

  protected override double(value: number): unknown {
    return double(value);
  }
}

/** The record of values for the fields; this is the way for many records. */
function made(type: RecordType, values: readonly unknown[]): object {
  const record: { [name: string]: unknown } = type.caseName === null ? {} : { case: type.caseName };
  for (const [slot, { name, property = name }] of type.fields.entries()) {
    if (property === "__proto__") return type.make(values);
    record[property] = values[slot];
  }
  return record;
}

function checkLevels(depth: number): void {
  if (depth > MOST_LEVELS) throw new SavedMisfit("it is nested too deep");
}

function contentsOf(type: VariantType, name: string): RecordType {
  const contents = type.contentsOf(name);
  if (contents === undefined) throw new SavedMisfit(`${type.name} has no case '${name}'`);
  return contents;
}

/** A value as one of a type; undefined if it is of another type. */
function fitted(value: unknown, type: FieldType): unknown {
  try {
    return type.fit(value);
  } catch (thrown) {
    failureOf(thrown);
    return undefined;
  }
}

/** The key of a map that a text has; null if it is of another type. */
function keyOf(text: string, type: FieldType): unknown {
  if (type === Types.bool) return text === "true" ? true : text === "false" ? false : null;
  if (type !== Types.int) return fitted(text, type) ?? null;
  const number = parseInt64(text);
  if (number === null) return null;
  const known = intIfAny(number);
  if (known === null) throw new SavedMisfit("an int is beyond ±(2^53 - 1)", "overflow");
  return known;
}
