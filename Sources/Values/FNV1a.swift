/// A hash of 64 bits that is the same on every machine, unlike Swift's own hashes (FNV-1a).
///
/// It tells accidental differences apart; it proves no origin, because a match can be made on
/// purpose.
package struct FNV1a: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(UInt64(byte)) }
  }

  /// Combines a word in one step.
  package mutating func combine(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01B3 }

  /// Combines bytes eight at a time, and their number.
  package mutating func combine(words bytes: ArraySlice<UInt8>) {
    let size = MemoryLayout<UInt64>.size
    let whole = bytes.count / size * size
    bytes.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: whole, by: size) {
        combine(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
    combine(bytes.dropFirst(whole))
    combine(UInt64(bytes.count))
  }
}
