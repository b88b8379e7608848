/// The type of a spec's ints in TypeScript.
package enum TypeScriptInts: String, Sendable, CaseIterable {
  /// A number, of which those beyond ±(2^53 - 1) are refused.
  case number
  /// A bigint of 64 bits.
  case bigint

  /// True if values of two types may be equal, although JavaScript's own equality tells them apart.
  func mixes(_ left: ValueType, _ right: ValueType) -> Bool {
    self == .bigint && Set([left.nonNull, right.nonNull]) == [.int, .double]
  }
}
