/// A map from keys (bool, int, uint or string) to values that keeps the order of insertion.
///
/// Keys are equal as in CEL: `1`, `1u` and `1.0` are one key, and strings are compared by code
/// point. Copies share common parts, as lists do.
public struct Map: Sendable {
  public typealias Entry = (key: Value, value: Value)

  /// The entries in order. Once there is an index, each has a greater number than those before it.
  private var entries: Tree<Slot>
  /// The numbers of the keys; empty as long as the map is so small that a scan is faster.
  private var index: ContiguousArray<Index>

  struct Slot: Sendable {
    var number: Int
    var key: Key
    var value: Value
  }

  /// An index of the keys; the map stores it in an array of one element, which keeps the map small.
  private struct Index: Sendable {
    var numbers = HashTrie()
    var next = 0
    var count = 0
  }

  private static let smallLimit = 8

  /// Creates an empty map.
  public init() {
    entries = Tree()
    index = []
  }

  /// The number of entries.
  public var count: Int { index.isEmpty ? entries.leafCount ?? 0 : index[0].count }

  /// True if the map has no entries.
  public var isEmpty: Bool { count == 0 }

  // MARK: Looking up

  private func position(_ key: Key) -> Int? {
    if index.isEmpty {
      return entries.readLeaf { $0.firstIndex { $0.key == key } } ?? nil
    }
    guard let number = index[0].numbers[key] else { return nil }
    return entries.partition { $0.number < number }
  }

  /// The value for a key; nil if there is none, or if the value cannot be a key.
  ///
  /// A new value for an existing key keeps the entry's position; nil removes the entry.
  public subscript(key: Value) -> Value? {
    get {
      guard let key = Key(key), let position = position(key) else { return nil }
      return entries[position].value
    }
    set {
      guard let key = Key(key) else { return }
      switch (position(key), newValue) {
      case (let position?, let value?): entries[position].value = value
      case (let position?, nil): remove(key, at: position)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// Returns the value for a key in place, valid as long as the map exists and is not changed; nil
  /// if there is none.
  package func place(_ key: Value) -> Borrow<Value>? {
    guard let position = index(of: key) else { return nil }
    return Borrow(entries.place(position)).field(\.value)
  }

  /// The value for a key that is a string.
  public subscript(key: String) -> Value? {
    guard let position = position(.string(CodePoints(key))) else { return nil }
    return entries[position].value
  }

  /// Returns the index of a key in the order of the map.
  public func index(of key: Value) -> Int? { Key(key).flatMap(position) }

  /// - Precondition: `index` is at least 0 and less than the count.
  public func entry(at index: Int) -> Entry {
    let slot = entries[index]
    return (slot.key.value, slot.value)
  }

  // MARK: Changing

  /// Returns the value for a key in place, for changing it; nil if the map does not have the key.
  package mutating func changingPlace(_ key: Value) -> Inout<Value>? {
    guard let position = index(of: key) else { return nil }
    return entries.changingPlace(position).pointer(to: \.value).map { Inout($0) }
  }

  /// Removes an entry and returns its value; nil if the key is absent.
  @discardableResult
  public mutating func remove(_ key: Value) -> Value? {
    guard let key = Key(key), let position = position(key) else { return nil }
    return remove(key, at: position)
  }

  @discardableResult
  private mutating func remove(_ key: Key, at position: Int) -> Value {
    if !index.isEmpty {
      index[0].numbers.remove(key)
      index[0].count -= 1
    }
    return entries.remove(at: position).value
  }

  private mutating func append(_ key: Key, _ value: Value) {
    let count = count
    if index.isEmpty, count == Self.smallLimit { makeIndex() }
    var number = count
    if !index.isEmpty {
      number = index[0].next
      index[0].next += 1
      index[0].count += 1
      index[0].numbers.insert(key, number)
    }
    entries.insert(Slot(number: number, key: key, value: value), at: count)
  }

  /// Traps if the entries and their index are inconsistent.
  func checkEntries() {
    entries.checkInvariants()
    guard let index = index.first else { return precondition(count <= Self.smallLimit) }
    var last = -1
    for slot in entries {
      precondition(slot.number > last && slot.number < index.next, "numbers rise")
      precondition(index.numbers[slot.key] == slot.number, "the index has each entry")
      last = slot.number
    }
    precondition(index.numbers.checkedCount() == index.count, "the index has nothing else")
  }

  /// Numbers the entries and indexes their keys.
  private mutating func makeIndex() {
    var made = Index()
    for position in 0..<count {
      entries[position].number = position
      made.numbers.insert(entries[position].key, position)
    }
    made.next = count
    made.count = count
    index = [made]
  }
}

extension Map: Sequence {
  /// An iterator over the entries of one version of the map.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var inner: Tree<Slot>.Iterator
    public mutating func next() -> Entry? { inner.next().map { ($0.key.value, $0.value) } }
  }

  public func makeIterator() -> Iterator { Iterator(inner: entries.makeIterator()) }
  public var underestimatedCount: Int { count }
}

extension Map {
  /// Returns true if both share all their entries.
  package func isSame(as other: Map) -> Bool { entries.isSame(as: other.entries) }

  /// Visits the entries that may differ from those of an earlier version: the entries of this map
  /// in their order, with the earlier value, if there was one; then the entries that only the
  /// earlier version has.
  package func forEachUnshared(
    with old: Map, _ visit: (_ key: Value, _ old: Value?, _ new: Value?) -> Void
  ) {
    var displaced: [Slot] = []
    func visitNew(_ slot: Slot) { visit(slot.key.value, old.value(of: slot.key), slot.value) }
    _ = Tree.visit(old.entries, entries, skippingShared: true) { _, before, after in
      if before.key == after.key {
        visit(after.key.value, before.value, after.value)
      } else {
        displaced.append(before)
        visitNew(after)
      }
      return true
    }
    let common = Swift.min(count, old.count)
    for position in common..<count { visitNew(entries[position]) }
    for position in common..<old.count { displaced.append(old.entries[position]) }
    for slot in displaced where position(slot.key) == nil {
      visit(slot.key.value, slot.value, nil)
    }
  }

  private func value(of key: Key) -> Value? { position(key).map { entries[$0].value } }
}

extension Map: Equatable {
  /// Returns true if both have the same keys and values, in any order.
  public static func == (left: Map, right: Map) -> Bool {
    guard left.count == right.count else { return false }
    var hasOtherValue = false
    let areInOrder = Tree.visit(left.entries, right.entries, skippingShared: true) {
      if $1 == $2 { return true }
      hasOtherValue = $1.key == $2.key
      return false
    }
    if areInOrder { return true }
    // No other place of the map has a key that both have here.
    if hasOtherValue { return false }
    for slot in left.entries {
      guard let position = right.position(slot.key),
        right.entries[position].value == slot.value
      else { return false }
    }
    return true
  }
}

extension Map.Slot: Equatable {
  /// Compares key and value; the number is not part of the entry.
  static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.value == right.value
  }
}
