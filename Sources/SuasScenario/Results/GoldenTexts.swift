/// The text of a golden file, and the text that it should have.
package struct GoldenTexts: Sendable {
  /// The contents of the file.
  package let expected: [UInt8]
  /// The contents that the scenario's result would give it.
  package let actual: [UInt8]

  package init(expected: [UInt8], actual: [UInt8]) {
    self.expected = expected
    self.actual = actual
  }

  /// The maximum of bytes of both texts together that a result holds.
  static let limit = 1 << 20
}
