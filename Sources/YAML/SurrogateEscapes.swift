/// Escapes for the halves of surrogate pairs, with which JSON writes the characters beyond U+FFFF:
/// `\ud83d\ude00` (RFC 8259, section 7).
///
/// YAML 1.2 accepts JSON, but libyaml refuses these escapes. It is given a text in which each one
/// is replaced by an escape of the same length, so that all offsets stay valid; the scalars that
/// contain one are then scanned again.
package struct SurrogateEscapes {
  /// The offsets of the escapes in bytes; some may not be escapes in context, as outside quotes.
  package let offsets: [Int]

  /// The length of one escape in bytes: a backslash, `u` and four digits.
  package static let length = 6

  package init(in bytes: TextBytes) {
    var offsets: [Int] = []
    var offset = 0
    while offset + Self.length <= bytes.count {
      if bytes[offset] == UInt8(ascii: "\\"), Self.unit(bytes, at: offset) != nil {
        offsets.append(offset)
        offset += Self.length
      } else {
        offset += 1
      }
    }
    self.offsets = offsets
  }

  /// Replaces each escape in a copy of the text by one that libyaml accepts.
  package func mask(_ copy: inout [UInt8]) {
    for offset in offsets {
      copy.replaceSubrange(offset + 2..<offset + Self.length, with: "FFFD".utf8)
    }
  }

  /// The character that two escapes encode together; nil if they are not a pair.
  static func character(_ bytes: [UInt8], at offset: Int) -> Unicode.Scalar? {
    TextBytes.lending(bytes) { bytes in
      guard let high = unit(bytes, at: offset), high < 0xDC00,
        let low = unit(bytes, at: offset + length), low >= 0xDC00
      else { return nil }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
  }

  /// The surrogate that the escape at an offset stands for; nil where there is none.
  private static func unit(_ bytes: TextBytes, at offset: Int) -> UInt32? {
    guard offset + length <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u"), bytes[offset + 2] | 0x20 == UInt8(ascii: "d")
    else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[offset + 2..<offset + length] {
      switch byte {
      case 0x30...0x39: unit = unit << 4 + UInt32(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 + UInt32(byte | 0x20) - 0x57
      default: return nil
      }
    }
    return 0xD800..<0xE000 ~= unit ? unit : nil
  }
}
