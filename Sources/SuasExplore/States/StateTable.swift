/// The states that were seen: a set of keys.
///
/// Open addressing. Many may look at once while nobody adds.
///
/// Invariants: `keys` has room for `mask + 1` keys, all of them initialized, and one of them is empty
/// at the least; nobody else holds it.
final class StateTable {
  @exclusivity(unchecked) private var keys: UnsafeMutablePointer<StateKey>
  @exclusivity(unchecked) private var mask: Int
  private(set) var count = 0

  /// - Parameter capacity: For how many keys there is room at first.
  init(capacity: Int = 1024) {
    var size = 16
    while size < capacity * 3 / 2 { size *= 2 }
    mask = size - 1
    keys = Self.room(for: size)
  }

  deinit { keys.deallocate() }

  private static func room(for size: Int) -> UnsafeMutablePointer<StateKey> {
    let keys = UnsafeMutablePointer<StateKey>.allocate(capacity: size)
    keys.initialize(repeating: .none, count: size)
    return keys
  }

  /// How many bytes the table takes once so many more keys are there; for a moment it takes the old
  /// ones too.
  func byteCount(with more: Int) -> Int {
    var size = mask + 1
    while (count + more) * 4 > size * 3 { size *= 2 }
    return size == mask + 1 ? size * Self.keySize : size * Self.keySize * 3 / 2
  }

  private static let keySize = MemoryLayout<StateKey>.stride

  func contains(_ key: StateKey) -> Bool {
    let key = key.normal
    return keys[place(of: key)] == key
  }

  /// Where a key is or would be.
  @inline(__always)
  private func place(of key: StateKey) -> Int {
    var place = Int(truncatingIfNeeded: key.low) & mask
    while true {
      let there = keys[place]
      if there == key || there == .none { return place }
      place = (place + 1) & mask
    }
  }

  /// Adds a key; answers whether it is new.
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
    keys.update(repeating: .none, count: mask + 1)
    count = 0
  }

  private func grow() {
    let (old, size) = (keys, mask + 1)
    mask = mask * 2 + 1
    keys = Self.room(for: mask + 1)
    for index in 0..<size where old[index] != .none { keys[place(of: old[index])] = old[index] }
    old.deallocate()
  }
}

extension StateKey {
  /// What stands in an empty place.
  fileprivate static var none: StateKey { StateKey(high: 0, low: 0) }

  /// An empty place holds no key: the one key of that look is taken for its neighbour.
  @inline(__always)
  fileprivate var normal: StateKey {
    high == 0 && low == 0 ? StateKey(high: 0, low: 1) : self
  }
}

// Those who search share it: they look only, until all of them are done and one adds.
extension StateTable: @unchecked Sendable {}
