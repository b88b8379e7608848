import Values

/// The states that were seen: a set of keys.
///
/// Open addressing. Many may look at once while nobody adds.
///
/// Invariant: there are `mask + 1` keys, one of which is empty at the least.
final class StateTable {
  @exclusivity(unchecked) private var keys: RigidArray<StateKey>
  @exclusivity(unchecked) private var mask: Int
  private(set) var count = 0

  /// - Parameter capacity: The number of keys that there is room for at first.
  init(capacity: Int = 1024) {
    var size = 16
    while size < capacity * 3 / 2 { size *= 2 }
    mask = size - 1
    keys = RigidArray(repeating: .none, count: size)
  }

  /// Returns the number of bytes that the table takes after `more` keys are added. While it grows,
  /// it holds the old keys too, which are included.
  func byteCount(with more: Int) -> Int {
    var size = mask + 1
    while (count + more) * 4 > size * 3 { size *= 2 }
    return size == mask + 1 ? size * Self.keySize : size * Self.keySize * 3 / 2
  }

  /// In bytes.
  private static let keySize = 16

  func contains(_ key: StateKey) -> Bool {
    let key = key.normal
    return keys[place(of: key)] == key
  }

  /// Returns the index at which a key is or would be.
  @inline(__always)
  private func place(of key: StateKey) -> Int {
    var place = Int(truncatingIfNeeded: key.low) & mask
    while true {
      let there = keys[place]
      if there == key || there == .none { return place }
      place = (place + 1) & mask
    }
  }

  /// Adds a key, and returns true if it is new.
  @discardableResult
  func insert(_ key: StateKey) -> Bool {
    if (count + 1) * 4 > (mask + 1) * 3 { grow() }
    let key = key.normal
    let place = place(of: key)
    if keys[place] == key { return false }
    keys[place] = key
    count += 1
    return true
  }

  func removeAll() {
    guard count > 0 else { return }
    keys.fill(with: .none)
    count = 0
  }

  private func grow() {
    var old = RigidArray<StateKey>(repeating: .none, count: (mask + 1) * 2)
    swap(&old, &keys)
    mask = mask * 2 + 1
    for index in old.indices where old[index] != .none { keys[place(of: old[index])] = old[index] }
  }
}

extension StateKey {
  /// The content of an empty place.
  fileprivate static var none: StateKey { StateKey(high: 0, low: 0) }

  /// The key as it is stored: a key equal to `none` is replaced by its neighbour, since an empty
  /// place holds no key.
  @inline(__always)
  fileprivate var normal: StateKey {
    high == 0 && low == 0 ? StateKey(high: 0, low: 1) : self
  }
}

// Searching threads share it: they only read, until all of them are done and one writes.
extension StateTable: @unchecked Sendable {}
