/// Escapes that stand for halves of a surrogate pair, of which JSON makes the characters beyond
/// U+FFFF: `\ud83d\ude00` (RFC 8259, section 7).
///
/// YAML 1.2 reads JSON, and libyaml refuses them. It is given a text in which each is masked by an
/// escape of the same length, so that all places stay; the scalars that hold one are read again.
struct SurrogateEscapes {
  /// Where each begins, in bytes; some may be no escapes where they stand, as outside of quotes.
  private let offsets: [Int]

  /// The bytes of one: a backslash, `u` and four digits.
  static let length = 6

  init(in bytes: UnsafeBufferPointer<UInt8>) {
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

  var isEmpty: Bool { offsets.isEmpty }

  /// Whether one begins in a stretch of the text.
  func hasAny(in range: Range<Int>) -> Bool {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < offsets.count && offsets[low] < range.upperBound
  }

  /// The text with an escape in the place of each that libyaml takes.
  func masked(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var masked = Array(bytes)
    for offset in offsets {
      masked.replaceSubrange(offset + 2..<offset + Self.length, with: "FFFD".utf8)
    }
    return masked
  }

  /// The character that two escapes stand for together; nil where they are no pair.
  static func character(_ bytes: [UInt8], at offset: Int) -> Unicode.Scalar? {
    bytes.withUnsafeBufferPointer { bytes in
      guard let high = unit(bytes, at: offset), high < 0xDC00,
        let low = unit(bytes, at: offset + length), low >= 0xDC00
      else { return nil }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
  }

  /// The surrogate that the escape at an offset stands for; nil where there is none.
  private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32? {
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
