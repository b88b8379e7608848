import CEL
import SuasScenario

/// A 128-bit hash that identifies a state by its contents.
///
/// No two states are expected to have the same bits by chance before about 2^64 states. The bits
/// are the same in every run, on every machine.
struct StateKey: Hashable, Sendable {
  var high: UInt64
  var low: UInt64

  /// The key of some bytes.
  init(_ bytes: [UInt8]) {
    var fingerprint = Fingerprint(namesShapes: false)
    fingerprint.add(bytes)
    self.init(fingerprint)
  }

  /// Makes the key of the values in a fingerprint.
  init(_ fingerprint: Fingerprint) { (high, low) = fingerprint.bits }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Combines the keys of two parts, in any order; the parts' positions are encoded in their salts.
  static func + (left: StateKey, right: StateKey) -> StateKey {
    let (low, carries) = left.low.addingReportingOverflow(right.low)
    return StateKey(high: left.high &+ right.high &+ (carries ? 1 : 0), low: low)
  }

  static func - (left: StateKey, right: StateKey) -> StateKey {
    let (low, borrows) = left.low.subtractingReportingOverflow(right.low)
    return StateKey(high: left.high &- right.high &- (borrows ? 1 : 0), low: low)
  }
}

extension Shard {
  /// True if a state belongs to the shard.
  func holds(_ key: StateKey) -> Bool { key.high % UInt64(count) == UInt64(index - 1) }
}
