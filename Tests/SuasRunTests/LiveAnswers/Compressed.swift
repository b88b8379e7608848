/// Compressed bodies (RFC 1951 and 1952), made without a compressor.
enum Compressed {
  private static let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

  /// `hello hello hello` in zlib format, with a block of fixed codes.
  static let hello: [UInt8] = [
    0x78, 0xDA, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x90, 0x00, 0x3A, 0x2E, 0x06, 0x7D,
  ]

  /// Returns a short text in gzip format, stored without compression.
  ///
  /// - Parameter sum: The check value; nil for the right one.
  static func gzip(_ text: String, sum: UInt32? = nil) -> [UInt8] {
    let bytes = Array(text.utf8)
    let size = UInt16(bytes.count)
    var out = gzipHead + [1, UInt8(size & 0xFF), UInt8(size >> 8)]
    out += [UInt8(~size & 0xFF), UInt8(~size >> 8)] + bytes
    for word in [sum ?? crc(bytes), UInt32(size)] {
      out += (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    return out
  }

  /// Returns `count` bytes, each of which expands to 1,032 zeros; the stream is incomplete, since
  /// no reader gets to its end.
  ///
  /// The stream is one block with dynamic codes: a run of 258 takes one bit, and so does the
  /// distance 1.
  static func zeros(_ count: Int, gzip: Bool = true) -> [UInt8] {
    var bits = Bits()
    bits.add(0b101, 3)  // the last block, with codes of its own
    bits.add(29, 5)  // 286 codes for literals and lengths
    bits.add(0, 5)  // one for distances
    bits.add(14, 4)  // 18 lengths of the codes that follow
    for place in 0..<18 { bits.add(place == 2 ? 1 : place == 15 || place == 17 ? 2 : 0, 3) }
    // The codes of the lengths: 18 is `0`, 1 is `10` and 2 is `11`, first bit first.
    let (one, two) = (0b01, 0b11)
    bits.add(two, 2)  // the literal 0
    for skipped in [138, 117] {
      bits.add(0, 1)
      bits.add(skipped - 11, 7)
    }
    bits.add(two, 2)  // the end, 256
    bits.add(0, 1)
    bits.add(28 - 11, 7)
    bits.add(one, 2)  // the run of 258, 285
    bits.add(one, 2)  // the distance 1
    bits.add(0b01, 2)  // a literal 0 to begin with
    return (gzip ? gzipHead : [0x78, 0x9C]) + bits.bytes + [UInt8](repeating: 0, count: count)
  }

  private struct Bits {
    var bytes: [UInt8] = []
    private var used = 8

    mutating func add(_ value: Int, _ count: Int) {
      for place in 0..<count {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        bytes[bytes.count - 1] |= UInt8(value >> place & 1) << used
        used += 1
      }
    }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
