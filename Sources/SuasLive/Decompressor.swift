/// Decompresses bodies in the formats of gzip (RFC 1952) and zlib (RFC 1950).
enum Decompressor {
  /// Decompresses the members of a text in gzip format, which follow each other.
  static func gzip(_ bytes: [UInt8], limit: Int) throws(HTTPFailure) -> [UInt8] {
    var inflater = Inflater(bytes, limit: limit)
    repeat {
      try inflater.skipGzipHead()
      let start = inflater.output.count
      try inflater.inflate()
      let member = inflater.output[start...]
      guard try inflater.readWord() == CyclicCheck.value(of: member),
        try inflater.readWord() == UInt32(truncatingIfNeeded: member.count)
      else { throw .notCompressed }
    } while !inflater.isAtEnd
    return inflater.output
  }

  /// Decompresses a text in zlib format, or one of DEFLATE alone, which some servers send for it.
  static func zlib(_ bytes: [UInt8], limit: Int) throws(HTTPFailure) -> [UInt8] {
    var inflater = Inflater(bytes, limit: limit)
    let head = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    let isMarked = bytes.count >= 2 && bytes[0] & 0x0F == 8 && head % 31 == 0
    if isMarked {
      // A preset dictionary is one that only the two sides know.
      guard bytes[1] & 0x20 == 0 else { throw .notCompressed }
      _ = try inflater.readBytes(2)
    }
    try inflater.inflate()
    if isMarked {
      let sum = try inflater.readBytes(4).reduce(0) { $0 << 8 | UInt32($1) }
      guard sum == inflater.output.adlerSum else { throw .notCompressed }
    }
    guard inflater.isAtEnd else { throw .notCompressed }
    return inflater.output
  }
}

extension HTTPFailure {
  static let notCompressed = HTTPFailure("the body is not compressed as its headers say")
}

extension Inflater {
  /// Skips the head of a member: its flags, and the fields that they announce.
  fileprivate mutating func skipGzipHead() throws(HTTPFailure) {
    let head = Array(try readBytes(10))
    let flags = head[3]
    guard head[0] == 0x1F, head[1] == 0x8B, head[2] == 8, flags & 0xE0 == 0 else {
      throw .notCompressed
    }
    if flags & 0x04 != 0 {
      let size = Array(try readBytes(2))
      _ = try readBytes(Int(size[0]) | Int(size[1]) << 8)
    }
    for flag in [0x08, 0x10] as [UInt8] where flags & flag != 0 {
      while try readBytes(1).first != 0 {}
    }
    if flags & 0x02 != 0 { _ = try readBytes(2) }
  }

  fileprivate mutating func readWord() throws(HTTPFailure) -> UInt32 {
    try readBytes(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The check value of gzip, CRC-32 (RFC 1952, section 8).
private enum CyclicCheck {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func value(of bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { table[Int($0 & 0xFF ^ UInt32($1))] ^ $0 >> 8 }
  }
}

extension [UInt8] {
  /// The check value of zlib, Adler-32 (RFC 1950, section 9).
  fileprivate var adlerSum: UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in self {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }
}
