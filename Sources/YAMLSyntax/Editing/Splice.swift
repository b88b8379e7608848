import YAML

/// A replacement of a part of a scalar in the notation that the scalar has, so that all around the
/// part stays as it is.
struct Splice {
  let pieces: [Edit.Piece]

  /// Creates a splice; nil if the text would have another meaning in the place of the part.
  ///
  /// - Parameters:
  ///   - part: The part of the decoded text, in UTF-8 bytes.
  ///   - place: The offsets at which it is written.
  init?(of scalar: Scalar, _ part: Range<Int>, at place: Range<Int>, with text: String) {
    let bytes = scalar.range.source.utf8
    let decoded = Array(scalar.text.utf8)
    let isWhole = part.count == decoded.count
    var place = place
    // The blank that a line break stands for ends where the next line's text begins.
    if let last = decoded[part].last, [0x20, 0x0A].contains(last) {
      while place.upperBound < bytes.count,
        bytes.isBlank(at: place.upperBound) || bytes.isLineBreak(at: place.upperBound)
      {
        place = place.lowerBound..<place.upperBound + 1
      }
    }
    guard !part.isEmpty, scalar.style.holds(text), !isWhole || scalar.isQuoted,
      scalar.style != .plain || scalar.range.location.line != scalar.range.endLocation.line,
      Self.isSame(bytes[place], decoded[part]),
      Self.keepsLines(bytes, place, Array(text.utf8))
    else { return nil }
    let lost = bytes[place].count { $0 == 0x0A }
    guard lost > 0 else {
      pieces = [.init(place, text)]
      return
    }
    // The lines after the scalar keep their numbers.
    let end = scalar.range.upperBound
    guard !scalar.keepsLineBreaks, end == bytes.count || bytes.isLineBreak(at: end) else {
      return nil
    }
    let lines = String(repeating: "\n", count: lost)
    pieces =
      place.upperBound == end
      ? [.init(place, text + lines)] : [.init(place, text), .init(end..<end, lines)]
  }

  /// True if a text is written unchanged, except for its blanks and line breaks.
  private static func isSame(_ written: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
      text.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    return words(written).elementsEqual(words(text))
  }

  /// True if no line begins or ends with other blanks, or becomes empty.
  private static func keepsLines(_ bytes: [UInt8], _ place: Range<Int>, _ text: [UInt8]) -> Bool {
    let lineStart = bytes[..<place.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let isAtStart = (lineStart..<place.lowerBound).allSatisfy { bytes.isBlank(at: $0) }
    let isAtEnd = place.upperBound == bytes.count || bytes.isLineBreak(at: place.upperBound)
    let after = isAtEnd ? nil : bytes[place.upperBound]
    let before = isAtStart ? nil : bytes[place.lowerBound - 1]
    func isText(_ byte: UInt8?) -> Bool { byte.map { $0 != 0x20 && $0 != 0x09 } ?? false }
    return (!isAtStart || isText(text.first ?? after)) && (!isAtEnd || isText(text.last ?? before))
  }
}

extension Scalar {
  fileprivate var isQuoted: Bool { style == .singleQuoted || style == .doubleQuoted }

  /// True for a block scalar to which the blank lines after it belong.
  fileprivate var keepsLineBreaks: Bool {
    guard style == .literal || style == .folded else { return false }
    let head = range.source.utf8[range.offsets].prefix { $0 != 0x0A && $0 != 0x23 }
    return head.contains(UInt8(ascii: "+"))
  }
}

extension Scalar.Style {
  /// True if a text within a scalar of the style is written as it is.
  fileprivate func holds(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { character in
      switch character {
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}": false
      case "'", "\"", "\\": self == .literal || self == .folded
      case ":", "#", ",", "[", "]", "{", "}": self != .plain
      default: true
      }
    }
  }
}
