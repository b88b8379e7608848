/// A keyed hash of 64 bits: SipHash-2-4 (Aumasson and Bernstein, 2012).
///
/// Without its key, nobody can find out from a hash which bytes it was made from.
package struct SipHash: Sendable {
  /// A key of 128 bits.
  package struct Key: Sendable {
    let first: UInt64
    let second: UInt64

    package init(_ first: UInt64, _ second: UInt64) {
      self.first = first
      self.second = second
    }

    /// The key of hashes that anybody can make.
    package static let zero = Key(0, 0)

    /// A key that nobody can guess.
    package static func random() -> Key {
      var generator = SystemRandomNumberGenerator()
      return Key(generator.next(), generator.next())
    }
  }

  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  private init(_ key: Key) {
    v0 = key.first ^ 0x736f_6d65_7073_6575
    v1 = key.second ^ 0x646f_7261_6e64_6f6d
    v2 = key.first ^ 0x6c79_6765_6e65_7261
    v3 = key.second ^ 0x7465_6462_7974_6573
  }

  /// Returns the hash of bytes.
  package static func hash(_ bytes: ArraySlice<UInt8>, _ key: Key) -> UInt64 {
    var state = SipHash(key)
    var index = bytes.startIndex
    while index + 8 <= bytes.endIndex {
      state.compress(word(bytes[index..<index + 8]))
      index += 8
    }
    let last = word(bytes[index...]) | UInt64(UInt8(truncatingIfNeeded: bytes.count)) << 56
    state.compress(last)
    state.v2 ^= 0xFF
    for _ in 0..<4 { state.round() }
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
  }

  /// Up to eight bytes as a number, the first one lowest.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1.rotated(13) ^ v0
    v0 = v0.rotated(32)
    v2 &+= v3
    v3 = v3.rotated(16) ^ v2
    v0 &+= v3
    v3 = v3.rotated(21) ^ v0
    v2 &+= v1
    v1 = v1.rotated(17) ^ v2
    v2 = v2.rotated(32)
  }
}

extension UInt64 {
  /// The bits, rotated to the left.
  fileprivate func rotated(_ count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}

extension UInt64 {
  /// The number as sixteen hexadecimal digits.
  package var sixteenDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
