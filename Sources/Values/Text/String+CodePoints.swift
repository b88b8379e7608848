extension String {
  /// Returns true if both strings have the same code points; these sort as the bytes of UTF-8 do.
  package func hasSameCodePoints(as other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    let fast = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        left.baseAddress == right.baseAddress
          || UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
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

  /// The address of a text of at least so many bytes, which copies of it have, too; nil for a
  /// shorter one.
  func sharedAddress(from length: Int) -> UnsafePointer<UInt8>? {
    guard utf8.count >= length else { return nil }
    return utf8.withContiguousStorageIfAvailable(\.baseAddress) ?? nil
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

extension UnsafeRawBufferPointer {
  /// Returns true if another buffer of the same size has the same bytes.
  fileprivate func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      guard
        loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset += 8
    }
    return self[offset...].elementsEqual(other[offset...])
  }
}
