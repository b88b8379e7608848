extension String {
  /// Creates the text with the given UTF-8; nil if that is not valid.
  ///
  /// Apple's systems have `String(validating:as:)` only since iOS 18 and macOS 15.
  package init?(utf8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // What is not valid was replaced, by characters that are.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
