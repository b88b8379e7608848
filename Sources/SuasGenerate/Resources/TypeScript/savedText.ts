import { jsonText, toJson } from "./json.js";
import type { OrderedMap } from "./map.js";
import { type FieldType, ListType, MapType, NullableType, RecordOf, RecordType, Types, VariantType } from "./types.js";

/** Places that are not saved: a tree of fields, and of the elements of lists and maps. */
export class SavedPlaces {
  private isMarked = false;
  private readonly parts = new Map<string, SavedPlaces>();

  /** @param paths The names that lead to the places; `[]` is every element or entry. */
  constructor(paths: readonly (readonly string[])[]) {
    for (const path of paths) this.mark(path);
  }

  private mark(path: readonly string[]): void {
    const [first, ...rest] = path;
    if (first === undefined) {
      this.isMarked = true;
      return;
    }
    const part = this.parts.get(first) ?? new SavedPlaces([]);
    this.parts.set(first, part);
    part.mark(rest);
  }

  /** The places below a field, or below every element. */
  below(name: string): SavedPlaces | null {
    return this.parts.get(name) ?? null;
  }

  /** True if a field is not saved. */
  omits(name: string): boolean {
    return this.parts.get(name)?.isMarked === true;
  }
}

/** The names of fields as JSON, with a colon. */
const keys = new Map<string, string>();

function keyJson(name: string): string {
  let key = keys.get(name);
  if (key === undefined) keys.set(name, (key = `${jsonText(name)}:`));
  return key;
}

/** True for a double whose text is that of JavaScript. */
function isPlainDouble(value: unknown): boolean {
  return typeof value === "number" && value % 1 !== 0 && Math.abs(value) >= 1e-4 && Number.isFinite(value);
}

function plainJson(value: unknown, type: FieldType): string {
  if (type === Types.string) return jsonText(value as string);
  if (type === Types.bool || type === Types.int || isPlainDouble(value)) return String(value);
  return toJson(type.box(value));
}

/** A value as JSON, without some places and without sensitive fields. */
export function savedJson(value: unknown, type: FieldType, places: SavedPlaces | null): string {
  if (type instanceof NullableType) return value === null ? "null" : savedJson(value, type.wrapped, places);
  if (type instanceof ListType) {
    const [inner, { element }] = [places?.below("[]") ?? null, type];
    return `[${(value as readonly unknown[]).map((item) => savedJson(item, element, inner)).join()}]`;
  }
  if (type instanceof MapType) {
    const inner = places?.below("[]") ?? null;
    const entries = (value as OrderedMap<unknown, unknown>).entries();
    return `{${entries.map(([key, item]) => `${jsonText(String(key))}:${savedJson(item, type.value, inner)}`).join()}}`;
  }
  if (!(type instanceof RecordOf)) return plainJson(value, type);
  const record = type.type();
  return record instanceof VariantType
    ? variantJson(value as object, record)
    : recordJson(value as object, record, places);
}

/** A record as JSON. */
export function recordJson(record: object, type: RecordType, places: SavedPlaces | null): string {
  const members: string[] = [];
  for (const field of type.fields) {
    if (field.isSensitive === true || places?.omits(field.name) === true) continue;
    const inner = places?.below(field.name) ?? null;
    members.push(`${keyJson(field.name)}${savedJson(type.valueOf(record, field), field.type, inner)}`);
  }
  return `{${members.join()}}`;
}

function variantJson(value: object, type: VariantType): string {
  const { case: name } = value as { readonly case: string };
  const contents = type.contentsOf(name);
  if (contents === undefined || contents.fields.every((field) => field.isSensitive === true)) return jsonText(name);
  return `{${jsonText(name)}:${recordJson(value, contents, null)}}`;
}
