extension String {
  /// Returns true if both strings have the same code points; these sort as the bytes of UTF-8 do.
  package func hasSameCodePoints(as other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    let fast = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        left.baseAddress == right.baseAddress || left.elementsEqual(right)
      }
    }
    return (fast ?? nil) ?? left.elementsEqual(right)
  }

  /// Returns true if both are one text in memory, as copies of a long one are.
  package func isSame(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        left.count == right.count && left.baseAddress == right.baseAddress
      }
    }
    return (isSame ?? nil) ?? false
  }

  package func precedesByCodePoint(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// The number of code points in the string, which is its `size`.
  package var codePointCount: Int {
    var count = 0
    for byte in utf8 where byte & 0xc0 != 0x80 { count += 1 }
    return count
  }
}
