/// The bytes of a text, read in place for as long as they are lent: a byte is read without checking
/// whether the array is still the same.
package struct TextBytes: RandomAccessCollection {
  package let buffer: UnsafeBufferPointer<UInt8>

  @inlinable
  package init(buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

  /// Lends the bytes of a text to `body`.
  @inlinable
  @inline(__always)
  package static func lending<Result>(_ text: [UInt8], _ body: (TextBytes) -> Result) -> Result {
    text.withUnsafeBufferPointer { body(TextBytes(buffer: $0)) }
  }

  @inlinable
  package var startIndex: Int { 0 }
  @inlinable
  package var endIndex: Int { buffer.count }
  // Without this, the count is a distance that is computed by way of the protocol.
  @inlinable
  package var count: Int { buffer.count }

  @inlinable
  @inline(__always)
  package subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: buffer.count))
    return buffer[index]
  }

  /// The eight bytes from an offset on.
  @inlinable
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 8 <= buffer.count)
    return UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
