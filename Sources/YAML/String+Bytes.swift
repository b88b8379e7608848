extension String {
  /// Whether a byte is among those of the text in UTF-8.
  ///
  /// A view of the bytes is gone through one by one, many times slower than where they lie.
  package func holds(_ byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
  }

  /// Whether a test holds of all bytes of the text in UTF-8.
  package func allBytes(_ test: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(test) } ?? utf8.allSatisfy(test)
  }
}
