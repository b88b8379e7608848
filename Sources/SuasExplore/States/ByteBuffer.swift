/// Bytes that are written again and again into the same room.
///
/// Invariants: `base` has room for `capacity` bytes, of which the first `count` have been written;
/// nobody else holds `base`.
final class ByteBuffer {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0
  /// The ids for which texts have numbers; nil where texts are written as they are.
  private let identifiers: MadeIdentifiers?

  init(numbering identifiers: MadeIdentifiers? = nil) {
    self.identifiers = identifiers
    capacity = 256
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  func clear() { count = 0 }

  /// The bytes, until the next one is written.
  func bytes() -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  @inline(__always)
  func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    if count + bytes.count > capacity { grow(by: bytes.count) }
    (base + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  func append(word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { append($0) }
  }

  /// A number in as few bytes as it needs, seven bits in each (LEB128).
  @inline(__always)
  func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// A signed number, small ones of either sign in few bytes.
  @inline(__always)
  func append(signed number: Int64) {
    append(number: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  func append(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(number: UInt64(utf8.count))
      if let identifiers {
        identifiers.write(UnsafeRawBufferPointer(utf8), to: self)
      } else {
        append(UnsafeRawBufferPointer(utf8))
      }
    }
  }

  private func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let room = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    room.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = room
    capacity = larger
  }
}

/// Reads back what a ``ByteBuffer`` holds; only what such a buffer has written is ever read.
struct ByteReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8 {
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func word() -> UInt64 {
    var word: UInt64 = 0
    for shift in 0..<8 { word |= UInt64(byte()) << UInt64(shift * 8) }
    return word
  }

  mutating func number() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  mutating func count() -> Int { Int(truncatingIfNeeded: number()) }

  mutating func signed() -> Int64 {
    let bits = number()
    return Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
  }

  mutating func text() -> String {
    let count = count()
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }
}
