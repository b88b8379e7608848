/// Bytes that are written again and again into the same room.
final class ByteBuffer {
  @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
  /// The generated ids, which texts are written with numbers for; `nil` if texts are written
  /// unchanged.
  private let identifiers: MadeIdentifiers?

  init(numbering identifiers: MadeIdentifiers? = nil) {
    self.identifiers = identifiers
    bytes.reserveCapacity(256)
  }

  /// The number of bytes from which on collections are not written: values share in memory what they
  /// have in common, so that a small state can stand for gigabytes.
  private static let limit = 16 << 20

  /// True if a further element of a collection may be written.
  @inline(__always)
  var hasRoom: Bool { bytes.count < Self.limit }

  func clear() { bytes.removeAll(keepingCapacity: true) }

  @inline(__always)
  func append(_ byte: UInt8) { bytes.append(byte) }

  func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  func append(word: UInt64) {
    for shift in 0..<8 { append(UInt8(truncatingIfNeeded: word >> UInt64(shift * 8))) }
  }

  /// Writes a number in as few bytes as possible, with seven bits in each (LEB128).
  @inline(__always)
  func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a signed number; small ones of either sign take few bytes.
  @inline(__always)
  func append(signed number: Int64) {
    append(number: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  func append(text: String) {
    append(number: UInt64(text.utf8.count))
    if let identifiers {
      identifiers.write(text, to: self)
    } else {
      append(text.utf8)
    }
  }
}

/// Reads the contents of a ``ByteBuffer``; it is given only bytes that such a buffer has written.
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
