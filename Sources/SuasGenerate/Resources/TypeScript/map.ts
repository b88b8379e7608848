import { mapKey } from "./values.js";

/** What a map that was made of another one overwrote in the table that both share. */
interface Overwritten<K, V> {
  /** The map that was made. */
  readonly by: OrderedMap<K, V>;
  readonly key: K;
  /** The value that was there. */
  readonly value: V | undefined;
  readonly wasThere: boolean;
}

/** A key as one that JavaScript's maps compare as expressions do. */
function plain<K>(key: K): K {
  return typeof key === "object" || typeof key === "number" ? (mapKey(key) as K) : key;
}

/**
 * An immutable map that keeps the order in which keys were inserted; a value that is replaced keeps its
 * place.
 *
 * A map shares its table with the one that it was made of, which knows what was overwritten in it, and makes
 * a table of its own when it is read again.
 */
export class OrderedMap<K, V> implements Iterable<readonly [K, V]> {
  private static readonly nothing = new OrderedMap<unknown, unknown>(new Map());

  private overwritten: Overwritten<K, V> | null = null;

  private constructor(private shared: Map<K, V>) {}

  /** The map without entries. */
  static empty<K, V>(): OrderedMap<K, V> {
    return OrderedMap.nothing as OrderedMap<K, V>;
  }

  /** The map of some entries; of those with one key, the last counts. */
  static of<K, V>(entries: Iterable<readonly [K, V]>): OrderedMap<K, V> {
    const table = new Map<K, V>();
    for (const [key, value] of entries) table.set(plain(key), value);
    return new OrderedMap(table);
  }

  /** The map of the properties of an object. */
  static from<V>(object: { readonly [key: string]: V }): OrderedMap<string, V> {
    return OrderedMap.of(Object.entries(object));
  }

  /** The table as it is in this map. */
  private get table(): Map<K, V> {
    if (this.overwritten === null) return this.shared;
    const changes: Overwritten<K, V>[] = [];
    let newest: OrderedMap<K, V> = this;
    while (newest.overwritten !== null) {
      changes.push(newest.overwritten);
      newest = newest.overwritten.by;
    }
    const own = new Map(newest.shared);
    for (const { key, value, wasThere } of changes.reverse()) {
      if (wasThere) own.set(key, value as V);
      else own.delete(key);
    }
    this.shared = own;
    this.overwritten = null;
    return own;
  }

  get size(): number {
    return this.table.size;
  }

  has(key: K): boolean {
    return this.table.has(plain(key));
  }

  /** The value for a key; undefined if the map lacks it. */
  get(key: K): V | undefined {
    return this.table.get(plain(key));
  }

  keys(): readonly K[] {
    return Array.from(this.table.keys());
  }

  values(): readonly V[] {
    return Array.from(this.table.values());
  }

  entries(): readonly (readonly [K, V])[] {
    return Array.from(this.table);
  }

  [Symbol.iterator](): Iterator<readonly [K, V]> {
    return this.entries()[Symbol.iterator]();
  }

  /** The map with a value for a key. */
  with(given: K, value: V): OrderedMap<K, V> {
    const { table } = this;
    const key = plain(given);
    // The map without entries is shared by all.
    if (table.size === 0) return OrderedMap.of([[key, value]]);
    const by = new OrderedMap(table);
    this.overwritten = { by, key, value: table.get(key), wasThere: table.has(key) };
    table.set(key, value);
    return by;
  }

  /** The map without a key; the map itself if it lacks it. */
  without(key: K): OrderedMap<K, V> {
    if (!this.has(key)) return this;
    const table = new Map(this.table);
    table.delete(plain(key));
    return new OrderedMap(table);
  }

  /** The map with all entries of another one laid over it. */
  merging(other: OrderedMap<K, V>): OrderedMap<K, V> {
    return other.size === 0 ? this : OrderedMap.of([...this.table, ...other.table]);
  }

  /** The map with each value replaced. */
  mapped<W>(change: (value: V, key: K) => W): OrderedMap<K, W> {
    return OrderedMap.of(this.entries().map(([key, value]) => [key, change(value, key)] as const));
  }

  /** The map without the entries for which a test holds; the map itself if there are none. */
  removingWhere(test: (value: V, key: K) => boolean): OrderedMap<K, V> {
    const rest = this.entries().filter(([key, value]) => !test(value, key));
    return rest.length === this.size ? this : OrderedMap.of(rest);
  }

  /** The map as a plain object, of which `JSON.stringify` writes the properties. */
  toJSON(): { readonly [key: string]: V } {
    return Object.fromEntries(this.entries().map(([key, value]) => [String(key), value]));
  }
}
