import CEL

/// What tells one state from all others: 128 bits that its contents come to.
///
/// Two states of a search that come to the same bits by chance are not to be expected before some
/// 2^64 states. The bits are the same in every run, on every machine.
struct StateKey: Hashable, Sendable {
  var high: UInt64
  var low: UInt64

  /// The key of some bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    var fingerprint = Fingerprint(namesShapes: false)
    fingerprint.add(bytes)
    self.init(fingerprint)
  }

  /// The key of what a fingerprint was taken of.
  init(_ fingerprint: Fingerprint) { (high, low) = fingerprint.bits }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
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
