import CEL

/// What tells one state from all others: 128 bits that its contents come to.
///
/// Two states of a search that come to the same bits by chance are not to be expected before some
/// 2^64 states. The bits are the same in every run, on every machine.
struct StateKey: Hashable, Sendable {
  var high: UInt64
  var low: UInt64

  /// The key of some bytes.
  ///
  /// Two lanes of multiply and fold over sixteen bytes a round, as wyhash has it, each with secrets of
  /// its own, and a last mixing of both.
  init(_ bytes: UnsafeRawBufferPointer, salt: UInt64 = 0) {
    var left = Self.fold(UInt64(bytes.count) ^ Self.secrets.0, salt ^ Self.secrets.1)
    var right = Self.fold(UInt64(bytes.count) ^ Self.secrets.2, salt ^ Self.secrets.3)
    var offset = 0
    while bytes.count - offset >= 16 {
      let first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let second = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
      left = Self.fold(first ^ Self.secrets.0 ^ left, second ^ Self.secrets.1)
      right = Self.fold(second ^ Self.secrets.2 ^ right, first ^ Self.secrets.3)
      offset += 16
    }
    var rest: (UInt64, UInt64) = (0, 0)
    var place = 0
    while offset < bytes.count {
      let byte = UInt64(bytes[offset]) << UInt64((place & 7) * 8)
      if place < 8 { rest.0 |= byte } else { rest.1 |= byte }
      offset += 1
      place += 1
    }
    left = Self.fold(rest.0 ^ Self.secrets.0 ^ left, rest.1 ^ Self.secrets.1)
    right = Self.fold(rest.1 ^ Self.secrets.2 ^ right, rest.0 ^ Self.secrets.3)
    high = Self.fold(left ^ Self.secrets.2, right ^ Self.secrets.0)
    low = Self.fold(right ^ Self.secrets.1, left ^ Self.secrets.3) ^ left
  }

  /// The key of what a fingerprint was taken of.
  init(_ fingerprint: Fingerprint) { (high, low) = fingerprint.bits }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private static let secrets: (UInt64, UInt64, UInt64, UInt64) = (
    0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3
  )

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// The key of a whole that this and another key are parts of, in whatever order they are added:
  /// what the parts' places are is said by their salts.
  static func + (left: StateKey, right: StateKey) -> StateKey {
    let (low, carries) = left.low.addingReportingOverflow(right.low)
    return StateKey(high: left.high &+ right.high &+ (carries ? 1 : 0), low: low)
  }

  static func - (left: StateKey, right: StateKey) -> StateKey {
    let (low, borrows) = left.low.subtractingReportingOverflow(right.low)
    return StateKey(high: left.high &- right.high &- (borrows ? 1 : 0), low: low)
  }
}
