extension String {
  /// True if the text contains a byte in UTF-8.
  ///
  /// Iterating over a view of the bytes is many times slower than over their contiguous storage.
  package func holds(_ byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
  }

  /// True if all bytes of the text in UTF-8 satisfy a test.
  package func allBytes(_ test: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(test) } ?? utf8.allSatisfy(test)
  }
}
