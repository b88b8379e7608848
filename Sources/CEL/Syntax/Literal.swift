/// Decodes the values of literal tokens (CEL spec, "Numeric Values", "String and Bytes Values").
enum Literal {
  /// The error of a literal without a value, and the part that causes it.
  struct LiteralError: Error {
    var message: String
    var range: Range<Int>
  }

  static func int(_ bytes: ArraySlice<UInt8>, negative: Bool) -> Int64? {
    guard let magnitude = magnitude(bytes) else { return nil }
    if !negative { return Int64(exactly: magnitude) }
    return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
  }

  static func uint(_ bytes: ArraySlice<UInt8>) -> UInt64? { magnitude(bytes.dropLast()) }

  private static func magnitude(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    let isHex = bytes.count > 2 && bytes[bytes.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    let radix: UInt64 = isHex ? 16 : 10
    var result: UInt64 = 0
    for byte in isHex ? bytes.dropFirst(2) : bytes {
      let (product, overflow) = result.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte.digit))
      if overflow || carry { return nil }
      result = sum
    }
    return result
  }

  static func double(_ bytes: ArraySlice<UInt8>) -> Double? {
    // `Double.init` should be fast even for a long run of digits.
    let number = Double(Substring(decoding: bytes, as: UTF8.self))
    // A number that is too large is read as infinity, which is the value of no literal.
    return number?.isFinite == true ? number : nil
  }

  /// Decodes a string literal; `range` includes its prefix and quotes.
  static func string(_ bytes: [UInt8], _ range: Range<Int>) throws(LiteralError) -> String {
    let decoded = try decode(bytes, range, asBytes: false)
    return String(decoding: decoded, as: UTF8.self)
  }

  static func bytes(_ bytes: [UInt8], _ range: Range<Int>) throws(LiteralError) -> [UInt8] {
    try decode(bytes, range, asBytes: true)
  }

  private static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, asBytes: Bool
  ) throws(LiteralError) -> [UInt8] {
    var start = range.lowerBound
    var isRaw = false
    while !bytes[start].isQuote {
      isRaw = isRaw || bytes[start] | 0x20 == UInt8(ascii: "r")
      start += 1
    }
    let quote = bytes[start]
    let isTriple =
      range.upperBound - start >= 6 && bytes[start + 1] == quote && bytes[start + 2] == quote
    let inner = start + (isTriple ? 3 : 1)..<range.upperBound - (isTriple ? 3 : 1)
    if isRaw || !bytes[inner].contains(UInt8(ascii: "\\")) { return Array(bytes[inner]) }
    var result: [UInt8] = []
    result.reserveCapacity(inner.count)
    var position = inner.lowerBound
    while position < inner.upperBound {
      let byte = bytes[position]
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        position += 1
        continue
      }
      try escape(bytes, &position, inner.upperBound, asBytes, &result)
    }
    return result
  }

  /// Decodes the escape sequence whose backslash is at `position`.
  private static func escape(
    _ bytes: [UInt8], _ position: inout Int, _ end: Int, _ asBytes: Bool, _ result: inout [UInt8]
  ) throws(LiteralError) {
    let start = position
    let letter = bytes[position + 1]
    position += 2
    let simple: UInt8? =
      switch letter {
      case UInt8(ascii: "a"): 0x07
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0c
      case UInt8(ascii: "n"): 0x0a
      case UInt8(ascii: "r"): 0x0d
      case UInt8(ascii: "t"): 0x09
      case UInt8(ascii: "v"): 0x0b
      case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "`"):
        letter
      default: nil
      }
    if let simple { return result.append(simple) }
    let (digits, radix): (Int, UInt32) =
      switch letter {
      case UInt8(ascii: "x"), UInt8(ascii: "X"): (2, 16)
      case UInt8(ascii: "u"): (4, 16)
      case UInt8(ascii: "U"): (8, 16)
      case UInt8(ascii: "0")...UInt8(ascii: "3"): (3, 8)
      default: (0, 0)
      }
    guard digits > 0, !asBytes || letter | 0x20 != UInt8(ascii: "u") else {
      while position < end, bytes[position] & 0xc0 == 0x80 { position += 1 }
      throw LiteralError(
        message: "'\(String(decoding: bytes[start..<position], as: UTF8.self))' is no escape"
          + (digits > 0 ? " of bytes" : ""),
        range: start..<position)
    }
    if radix == 8 { position -= 1 }
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard position < end, bytes[position].isHexDigit, bytes[position].digit < radix else {
        throw LiteralError(
          message: "an escape '\\\(Character(Unicode.Scalar(letter)))' takes"
            + " \(radix == 8 ? "three octal" : "\(digits) hexadecimal") digits",
          range: start..<position)
      }
      code = code &* radix &+ UInt32(bytes[position].digit)
      position += 1
    }
    if asBytes { return result.append(UInt8(truncatingIfNeeded: code)) }
    guard let scalar = Unicode.Scalar(code) else {
      throw LiteralError(
        message: "'\(String(decoding: bytes[start..<position], as: UTF8.self))' is no code point",
        range: start..<position)
    }
    result.append(contentsOf: Array(String(scalar).utf8))
  }
}
