/**
 * An immutable map that keeps the order in which keys were inserted; a value that is replaced keeps its
 * place.
 */
export class OrderedMap<K, V> implements Iterable<readonly [K, V]> {
  private static readonly nothing = new OrderedMap<unknown, unknown>(new Map());

  private constructor(private readonly table: Map<K, V>) {}

  /** The map without entries. */
  static empty<K, V>(): OrderedMap<K, V> {
    return OrderedMap.nothing as OrderedMap<K, V>;
  }

  /** The map of some entries; of those with one key, the last counts. */
  static of<K, V>(entries: Iterable<readonly [K, V]>): OrderedMap<K, V> {
    return new OrderedMap(new Map(entries));
  }

  /** The map of the properties of an object. */
  static from<V>(object: { readonly [key: string]: V }): OrderedMap<string, V> {
    return OrderedMap.of(Object.entries(object));
  }

  get size(): number {
    return this.table.size;
  }

  has(key: K): boolean {
    return this.table.has(key);
  }

  /** The value for a key; undefined if the map lacks it. */
  get(key: K): V | undefined {
    return this.table.get(key);
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
    return this.table[Symbol.iterator]();
  }

  /** The map with a value for a key. */
  with(key: K, value: V): OrderedMap<K, V> {
    return new OrderedMap(new Map(this.table).set(key, value));
  }

  /** The map without a key; the map itself if it lacks it. */
  without(key: K): OrderedMap<K, V> {
    if (!this.table.has(key)) return this;
    const table = new Map(this.table);
    table.delete(key);
    return new OrderedMap(table);
  }

  /** The map with all entries of another one laid over it. */
  merging(other: OrderedMap<K, V>): OrderedMap<K, V> {
    if (other.size === 0) return this;
    const table = new Map(this.table);
    for (const [key, value] of other) table.set(key, value);
    return new OrderedMap(table);
  }

  /** The map with each value replaced. */
  mapped<W>(change: (value: V, key: K) => W): OrderedMap<K, W> {
    const table = new Map<K, W>();
    for (const [key, value] of this.table) table.set(key, change(value, key));
    return new OrderedMap(table);
  }

  /** The map without the entries for which a test holds; the map itself if there are none. */
  removingWhere(test: (value: V, key: K) => boolean): OrderedMap<K, V> {
    const table = new Map<K, V>();
    for (const [key, value] of this.table) {
      if (!test(value, key)) table.set(key, value);
    }
    return table.size === this.table.size ? this : new OrderedMap(table);
  }

  /** The map as a plain object, of which `JSON.stringify` writes the properties. */
  toJSON(): { readonly [key: string]: V } {
    return Object.fromEntries(Array.from(this.table, ([key, value]) => [String(key), value]));
  }
}
