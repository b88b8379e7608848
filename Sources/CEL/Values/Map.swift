/// A map from keys (bool, int, uint or string) to values that keeps the order of insertion.
///
/// Keys are equal as CEL says: `1`, `1u` and `1.0` are one key, strings are compared by code
/// point. Copies share what they have in common, as lists do.
public struct Map: Sendable {
  public typealias Entry = (key: Value, value: Value)

  /// The entries in their order. Each has a number greater than those before it.
  private var entries: Tree<Slot>
  /// The numbers of the keys; nil while there are so few that looking through them is quicker.
  private var index: ContiguousArray<Index>

  struct Slot: Sendable {
    var number: Int
    var key: Key
    var value: Value
  }

  /// Kept in an array of one, which makes the map small.
  private struct Index: Sendable {
    var numbers = HashTrie()
    var next = 0
    var count = 0
  }

  private static let smallLimit = 8

  /// An empty map.
  public init() {
    entries = Tree()
    index = []
  }

  /// How many entries there are.
  public var count: Int { index.isEmpty ? entries.leafCount ?? 0 : index[0].count }

  /// Whether there is no entry.
  public var isEmpty: Bool { count == 0 }

  // MARK: Looking up

  private func position(_ key: Key) -> Int? {
    if index.isEmpty {
      return entries.readLeaf { $0.firstIndex { $0.key == key } } ?? nil
    }
    guard let number = index[0].numbers[key] else { return nil }
    return entries.partition { $0.number < number }
  }

  /// The value of a key; nil where there is none, also for what can be no key.
  ///
  /// A value that is set for a key that is there keeps its place; nil removes the entry.
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

  /// Where the value of a key is, as long as the map is there and is not changed.
  func place(_ key: Value) -> UnsafePointer<Value>? {
    guard let position = index(of: key) else { return nil }
    return UnsafePointer(entries.place(position).pointer(to: \.value).unsafelyUnwrapped)
  }

  /// The value of a key that is a string.
  public subscript(key: String) -> Value? {
    guard let position = position(.string(CodePoints(key))) else { return nil }
    return entries[position].value
  }

  /// The place of a key in the order of the map.
  public func index(of key: Value) -> Int? { Key(key).flatMap(position) }

  /// - Precondition: `index` is at least 0 and less than the count.
  public func entry(at index: Int) -> Entry {
    let slot = entries[index]
    return (slot.key.value, slot.value)
  }

  // MARK: Changing

  /// Where the value of a key is that is about to be changed; nil where the key is not there.
  mutating func changingPlace(_ key: Value) -> UnsafeMutablePointer<Value>? {
    guard let position = index(of: key) else { return nil }
    return entries.changingPlace(position).pointer(to: \.value)
  }

  /// Removes an entry and gives its value; nil where the key is not there.
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

  /// Numbers the entries and notes their keys.
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
  /// Goes through the entries of one version of the map.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var inner: Tree<Slot>.Iterator
    public mutating func next() -> Entry? { inner.next().map { ($0.key.value, $0.value) } }
  }

  public func makeIterator() -> Iterator { Iterator(inner: entries.makeIterator()) }
  public var underestimatedCount: Int { count }
}

extension Map {
  /// Whether both share all their entries.
  func isSame(as other: Map) -> Bool { entries.isSame(as: other.entries) }
}

extension Map: Equatable {
  /// Whether both have the same keys and values, whatever their order.
  public static func == (left: Map, right: Map) -> Bool {
    guard left.count == right.count else { return false }
    if Tree.areEqual(left.entries, right.entries, skippingShared: true, by: ==) { return true }
    for slot in left.entries {
      guard let position = right.position(slot.key),
        right.entries[position].value == slot.value
      else { return false }
    }
    return true
  }
}

extension Map.Slot: Equatable {
  /// The number says nothing about the entry.
  static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.value == right.value
  }
}
