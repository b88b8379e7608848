/// The encoders extension: base 64 (cel-go, "ext/encoders"; RFC 4648, section 4).
extension Library {
  static let encoders: [Function] = [
    Function(
      "base64.encode",
      [
        .of("base64_encode_bytes", doc: "The bytes in base 64.") {
          (a: [UInt8], budget) throws(Failure) in
          try budget.spend(bytes: a.count)
          return Base64.encode(a)
        }
      ]),
    Function(
      "base64.decode",
      [
        .of("base64_decode_string", doc: "The bytes decoded from base 64.") {
          (a: String, budget) throws(Failure) in
          try budget.spend(bytes: a.utf8.count)
          guard let bytes = Base64.decode(a) else {
            throw .invalidArgument("the text is no base 64")
          }
          return bytes
        }
      ]),
  ]
}

private enum Base64 {
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for index in 0..<3 {
        bits = bits << 8 | (index < group.count ? UInt32(group[start + index]) : 0)
      }
      for index in 0..<4 {
        result.append(
          index <= group.count
            ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Decodes base 64; padding may be missing, but must not be wrong.
  static func decode(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    if digits.count.isMultiple(of: 4) {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for digit in digits {
      guard let value = value(digit) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
