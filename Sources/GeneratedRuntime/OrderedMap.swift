/// The key of a map: a text, which is compared by its code points, an int or a bool.
package protocol MapKey: Hashable, ExactlyEquatable, Sendable {
  /// The key as messages of rules quote it.
  var quoted: String { get }
  /// The key as messages of expressions quote it: a long text is cut.
  var brief: String { get }
  /// The name of the value's type if it cannot be a key; nil for a key.
  var keyMisfit: String? { get }
}

extension MapKey {
  package var brief: String { quoted }
  package var keyMisfit: String? { nil }
}

extension Int64: MapKey {
  package var quoted: String { description }
}
extension Bool: MapKey {
  package var quoted: String { description }
}

extension TextEnum {
  package var quoted: String { rawValue.quoted }
  package var brief: String { rawValue.brief }
}
extension String: MapKey {}

/// A map that keeps the order in which its keys were added.
package struct OrderedMap<Key: MapKey, Value> {
  private(set) var keys: [Key] = []
  private(set) var values: [Value] = []
  private var places: [Place: Int] = [:]

  /// A key with the equality of the spec language, which compares texts by their code points.
  private struct Place: Hashable {
    let key: Key

    static func == (left: Place, right: Place) -> Bool { left.key.equals(right.key) }
    func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
  }

  package init() {}

  package var count: Int { keys.count }
  package var size: Int64 { Int64(keys.count) }
  package var isEmpty: Bool { keys.isEmpty }
  package var entries: [(Key, Value)] { Array(zip(keys, values)) }

  package func hasKey(_ key: Key) -> Bool { places[Place(key: key)] != nil }

  package subscript(key: Key) -> Value? {
    get { places[Place(key: key)].map { values[$0] } }
    set {
      if let place = places[Place(key: key)] {
        if let newValue { values[place] = newValue } else { remove(at: place) }
      } else if let newValue {
        places[Place(key: key)] = keys.count
        keys.append(key)
        values.append(newValue)
      }
    }
  }

  /// The value for a key that is known to be there.
  package subscript(existing key: Key) -> Value {
    get { values[place(key)] }
    _modify { yield &values[place(key)] }
  }

  private func place(_ key: Key) -> Int {
    guard let place = places[Place(key: key)] else {
      preconditionFailure("the map has no key \(key.quoted)")
    }
    return place
  }

  /// The place of a key in the order.
  package func place(of key: Key) -> Int? { places[Place(key: key)] }

  /// Puts a new key at a place in the order.
  package mutating func insert(_ value: Value, for key: Key, at place: Int) {
    keys.insert(key, at: place)
    values.insert(value, at: place)
    for index in place..<keys.count { places[Place(key: keys[index])] = index }
  }

  private mutating func remove(at place: Int) {
    places[Place(key: keys[place])] = nil
    keys.remove(at: place)
    values.remove(at: place)
    for index in place..<keys.count { places[Place(key: keys[index])] = index }
  }

  /// The value for a key.
  package func value(for key: Key) throws(Failure) -> Value {
    guard let value = self[key] else {
      throw Failure("no-such-key", "the map has no key \(key.brief)")
    }
    return value
  }

  /// Refuses a key that is not there.
  package func require(_ key: Key) throws(Failure) {
    if !hasKey(key) { throw Failure("no-such-key", "the map has no key \(key.quoted)") }
  }

  /// Adds a value for a key that is not there.
  package mutating func add(_ value: Value, ifMissing key: Key) {
    if !hasKey(key) { self[key] = value }
  }

  /// Adds a value for a key, which must not be there.
  package mutating func insertNew(_ value: Value, for key: Key) throws(Failure) {
    if hasKey(key) { throw .invalidArgument("the key \(key.brief) is given twice") }
    self[key] = value
  }

  /// Lays the entries of another map over these.
  package mutating func merge(_ other: OrderedMap) {
    for (key, value) in other.entries { self[key] = value }
  }

  /// The entries for which a condition holds.
  package func filter(_ holds: (Key, Value) -> Bool) -> OrderedMap {
    var filtered = OrderedMap()
    for (key, value) in entries where holds(key, value) { filtered[key] = value }
    return filtered
  }

  /// The entries for which a condition holds, which may fail.
  package func select(_ holds: (Key, Value) throws(Failure) -> Bool) throws(Failure) -> OrderedMap {
    var selected = OrderedMap()
    for (key, value) in entries where try holds(key, value) { selected[key] = value }
    return selected
  }
}

extension OrderedMap: Sendable where Value: Sendable {}

// The order of the entries is no part of a map's value.
extension OrderedMap: Equatable where Value: Equatable {
  package static func == (left: OrderedMap, right: OrderedMap) -> Bool {
    left.count == right.count && left.entries.allSatisfy { right[$0] == $1 }
  }
}

extension OrderedMap: ExactlyEquatable where Value: ExactlyEquatable {
  package func equals(_ other: OrderedMap) -> Bool {
    count == other.count && entries.allSatisfy { other[$0]?.equals($1) ?? false }
  }
}

extension OrderedMap: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}
