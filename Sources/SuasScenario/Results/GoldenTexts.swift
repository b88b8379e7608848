/// A golden file, and what should stand in it.
package struct GoldenTexts: Sendable {
  /// The contents of the file.
  package let expected: [UInt8]
  /// The contents that the scenario's result would give it.
  package let actual: [UInt8]

  /// The maximum of bytes of both texts together that a result holds.
  static let limit = 1 << 20
}
