import YAML

/// A copy of a text for libyaml, in which parts that it cannot read are replaced by others of the
/// same length, so that all offsets stay valid; the scalars that contain such a place are scanned
/// again.
struct MaskedText {
  private(set) var bytes: [UInt8]
  /// The offsets of the places, in order; some may not be what they look like, as in a comment.
  private var offsets: [Int]

  /// Masks the halves of surrogate pairs, and the names of anchors and aliases with characters that
  /// libyaml does not allow in them.
  init(_ text: TextBytes) {
    bytes = Array(text)
    let escapes = SurrogateEscapes(in: text)
    escapes.mask(&bytes)
    let names = Self.names(in: text)
    for name in names {
      // In a text in quotes, it may be the quotes or an escape that are behind the `&` or `*`.
      for offset in name where !"'\"\\".utf8.contains(text[offset]) { bytes[offset] = 0x78 }
    }
    offsets = (escapes.offsets + names.map(\.lowerBound)).sorted()
  }

  /// Masks the characters that libyaml takes for line breaks, or passes over, and that YAML 1.2
  /// does not; and all other places.
  init(maskingOldLineBreaks text: TextBytes) {
    self.init(text)
    var breaks: [Int] = []
    for offset in text.indices
    where text[offset] >= 0x80 && TextSurvey.isOldLineBreak(text, at: offset) {
      breaks.append(offset)
      // Other characters with as many bytes.
      switch text[offset] {
      case 0xC2: bytes[offset + 1] = 0xA7
      case 0xE2: bytes[offset + 2] = 0xA0
      default: bytes.replaceSubrange(offset..<offset + 3, with: "\u{2020}".utf8)
      }
    }
    offsets = (offsets + breaks).sorted()
  }

  var isEmpty: Bool { offsets.isEmpty }

  /// True if a place begins in a range of the text.
  func hasAny(in range: Range<Int>) -> Bool {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < offsets.count && offsets[low] < range.upperBound
  }

  /// The names of anchors and aliases, or what looks like them, that libyaml ends too early.
  static func names(in text: TextBytes) -> [Range<Int>] {
    var names: [Range<Int>] = []
    var offset = 0
    while offset < text.count {
      guard text[offset] == UInt8(ascii: "&") || text[offset] == UInt8(ascii: "*"),
        offset == 0 || " \t\n\r,[{:".utf8.contains(text[offset - 1])
      else {
        offset += 1
        continue
      }
      let name = offset + 1..<AnchorName.end(at: offset, in: text)
      if name.contains(where: { !isSimple(text[$0]) }) { names.append(name) }
      offset = name.upperBound
    }
    return names
  }

  private static func isSimple(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
