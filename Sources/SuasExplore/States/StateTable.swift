/// The states that were seen: a set of keys.
///
/// Open addressing over arrays of two words a key. Many may look at once while nobody adds.
final class StateTable {
  private var words: ContiguousArray<UInt64>
  private var mask: Int
  private(set) var count = 0

  /// - Parameter capacity: For how many keys there is room at first.
  init(capacity: Int = 1024) {
    var size = 16
    while size < capacity * 3 / 2 { size *= 2 }
    mask = size - 1
    words = ContiguousArray(repeating: 0, count: size * 2)
  }

  /// How many bytes the table takes once one more key is there; for a moment it takes the old ones
  /// too.
  var nextByteCount: Int { needsRoom ? words.count * 24 : words.count * 8 }

  private var needsRoom: Bool { (count + 1) * 4 > (mask + 1) * 3 }

  /// An empty place holds no key: the one key of that look is taken for its neighbour.
  @inline(__always)
  private func normal(_ key: StateKey) -> StateKey {
    key.high == 0 && key.low == 0 ? StateKey(high: 0, low: 1) : key
  }

  func contains(_ key: StateKey) -> Bool {
    let key = normal(key)
    return words.withUnsafeBufferPointer { words in
      var place = Int(truncatingIfNeeded: key.low) & mask
      while true {
        let high = words[place * 2]
        let low = words[place * 2 + 1]
        if high == key.high, low == key.low { return true }
        if high == 0, low == 0 { return false }
        place = (place + 1) & mask
      }
    }
  }

  /// Adds a key; answers whether it is new.
  func insert(_ key: StateKey) -> Bool {
    if needsRoom { grow() }
    let key = normal(key)
    var place = Int(truncatingIfNeeded: key.low) & mask
    while true {
      let high = words[place * 2]
      let low = words[place * 2 + 1]
      if high == key.high, low == key.low { return false }
      if high == 0, low == 0 { break }
      place = (place + 1) & mask
    }
    words[place * 2] = key.high
    words[place * 2 + 1] = key.low
    count += 1
    return true
  }

  func removeAll() {
    guard count > 0 else { return }
    for index in words.indices { words[index] = 0 }
    count = 0
  }

  private func grow() {
    let old = words
    mask = mask * 2 + 1
    words = ContiguousArray(repeating: 0, count: (mask + 1) * 2)
    for index in stride(from: 0, to: old.count, by: 2) where old[index] != 0 || old[index + 1] != 0
    {
      var place = Int(truncatingIfNeeded: old[index + 1]) & mask
      while words[place * 2] != 0 || words[place * 2 + 1] != 0 { place = (place + 1) & mask }
      words[place * 2] = old[index]
      words[place * 2 + 1] = old[index + 1]
    }
  }
}

// Those who search share it: they look only, until all of them are done and one adds.
extension StateTable: @unchecked Sendable {}
