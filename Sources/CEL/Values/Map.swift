internal import OrderedCollections

/// A map from keys (bool, int, uint or string) to values that keeps the order of insertion.
///
/// Keys are equal as CEL says: `1`, `1u` and `1.0` are one key, strings are compared by code point.
public struct Map: Sendable {
  public typealias Entry = (key: Value, value: Value)
  private var entries: OrderedDictionary<Key, Value> = [:]

  public init() {}

  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a key; nil where there is none, also for what can be no key.
  public subscript(key: Value) -> Value? {
    get {
      guard let key = Key(key) else { return nil }
      return entries[key]
    }
    set {
      guard let key = Key(key) else { return }
      entries[key] = newValue
    }
  }

  public subscript(key: String) -> Value? { entries[.string(CodePoints(key))] }

  /// The place of a key in the order of the map.
  public func index(of key: Value) -> Int? {
    guard let key = Key(key) else { return nil }
    return entries.index(forKey: key)
  }

  public func entry(at index: Int) -> Entry {
    let (key, value) = entries.elements[index]
    return (key.value, value)
  }

  /// Gives the value of a key to `body` in its place; nil where the key is not there.
  public mutating func modify<R, E: Error>(
    _ key: Value, _ body: (inout Value) throws(E) -> R
  ) throws(E) -> R? {
    guard let key = Key(key), let index = entries.index(forKey: key) else { return nil }
    return try body(&entries.values[index])
  }

  @discardableResult
  public mutating func remove(_ key: Value) -> Value? {
    guard let key = Key(key) else { return nil }
    return entries.removeValue(forKey: key)
  }
}

extension Map: Sequence {
  public func makeIterator() -> AnyIterator<Entry> {
    var inner = entries.makeIterator()
    return AnyIterator { inner.next().map { ($0.key.value, $0.value) } }
  }
}

extension Map: Equatable {
  public static func == (left: Map, right: Map) -> Bool {
    left.count == right.count && left.entries.allSatisfy { right.entries[$0] == $1 }
  }
}
