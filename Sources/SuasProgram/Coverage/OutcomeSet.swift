/// A set of outcome numbers, with one bit for each.
package struct OutcomeSet: Sendable, Hashable {
  private var words: ContiguousArray<UInt64>

  /// An empty set for outcomes whose numbers are below `capacity`.
  package init(capacity: Int) {
    words = ContiguousArray(repeating: 0, count: (capacity + 63) / 64)
  }

  /// Creates a set from words of 64 bits.
  package init(capacity: Int, word: (Int) -> UInt64) {
    words = ContiguousArray((0..<(capacity + 63) / 64).map(word))
  }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  package func contains(_ outcome: Int) -> Bool {
    words[outcome >> 6] & (1 << UInt64(outcome & 63)) != 0
  }

  package mutating func insert(_ outcome: Int) { words[outcome >> 6] |= 1 << UInt64(outcome & 63) }

  package mutating func remove(_ outcome: Int) {
    words[outcome >> 6] &= ~(1 << UInt64(outcome & 63))
  }

  /// Adds the members of a set for the same table.
  ///
  /// - Returns: True if one of them is new.
  @discardableResult
  package mutating func formUnion(_ other: OutcomeSet) -> Bool {
    var isLarger = false
    for (index, word) in other.words.enumerated() where word & ~words[index] != 0 {
      words[index] |= word
      isLarger = true
    }
    return isLarger
  }

  package func intersection(_ other: OutcomeSet) -> OutcomeSet {
    var result = self
    for (index, word) in other.words.enumerated() { result.words[index] &= word }
    return result
  }

  package func subtracting(_ other: OutcomeSet) -> OutcomeSet {
    var result = self
    for (index, word) in other.words.enumerated() { result.words[index] &= ~word }
    return result
  }

  /// The members, in ascending order.
  package var members: [Int] {
    words.enumerated().flatMap { index, word in
      (0..<64).filter { word & (1 << UInt64($0)) != 0 }.map { index << 6 + $0 }
    }
  }
}
