extension String {
  /// Whether both strings have the same code points; the order of UTF-8's bytes is theirs.
  package func hasSameCodePoints(as other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    let fast = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
    }
    return (fast ?? nil) ?? left.elementsEqual(right)
  }

  func precedesByCodePoint(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// How many code points the string has, which is its `size`.
  var codePointCount: Int {
    var count = 0
    for byte in utf8 where byte & 0xc0 != 0x80 { count += 1 }
    return count
  }
}
