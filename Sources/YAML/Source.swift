import Locking

/// A text to be parsed, with the name under which it is shown.
public final class Source: Sendable {
  /// The maximum size of a text in bytes; code that reads files checks it before reading.
  public static let maximumSize = 16 * 1024 * 1024

  /// The byte-order mark in UTF-8, which may stand before a text and is no part of it.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The name shown in diagnostics: a path as the user wrote it.
  public let name: String
  /// The text in UTF-8, without a byte-order mark.
  public let utf8: [UInt8]
  /// The offset of each line's start in bytes; computed when a location is first requested.
  private let lineStarts = Mutex<[Int]?>(nil)
  /// The places of the long scalar that was asked about last; its parts are asked about in turn.
  private let knownPlaces = Mutex<KnownPlaces?>(nil)

  private struct KnownPlaces {
    let text: String
    let style: Scalar.Style
    let range: Range<Int>
    let places: Scalar.Places
  }

  /// Creates a source from a decoded text.
  public convenience init(name: String, text: String) {
    let utf8 = Array(text.utf8)
    let isMarked = utf8.starts(with: Self.byteOrderMark)
    self.init(name: name, validated: isMarked ? Array(utf8.dropFirst(3)) : utf8)
  }

  /// Creates a source from bytes that are known to be UTF-8 without a byte-order mark.
  package init(name: String, validated utf8: [UInt8]) {
    self.name = name
    self.utf8 = utf8
  }

  /// The line and column of an offset in bytes; an offset past the end counts as the end.
  public func location(of offset: Int) -> Location {
    let offset = min(max(offset, 0), utf8.count)
    let (line, start, _) = line(at: offset)
    let column = TextBytes.lending(utf8) { bytes in
      var count = 0
      for byte in bytes[start..<offset] { count += byte & 0xC0 == 0x80 ? 0 : 1 }
      return count
    }
    return Location(line: line, column: column)
  }

  /// The offset in bytes of a location; a location past the end of its line counts as that end.
  package func offset(of location: Location) -> Int {
    let starts = lineStarts.withLock { table in
      let starts = table ?? Self.lineStarts(in: utf8)
      table = starts
      return starts
    }
    guard location.line < starts.count else { return utf8.count }
    var offset = starts[max(location.line, 0)]
    let end = location.line + 1 < starts.count ? starts[location.line + 1] : utf8.count
    var left = location.column
    while left > 0, offset < end {
      offset += 1
      while offset < end, utf8[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// True if the source has a text at an offset; the text must not extend past the source's end.
  func holds(_ text: String, at offset: Int) -> Bool {
    let isHeld = text.utf8.withContiguousStorageIfAvailable { text in
      TextBytes.lending(utf8) { bytes in
        text.indices.allSatisfy { text[$0] == bytes[offset + $0] }
      }
    }
    return isHeld ?? utf8[offset...].starts(with: text.utf8)
  }

  /// The places of the parts of a scalar in this source.
  func places(of scalar: Scalar) -> Scalar.Places {
    let range = scalar.range.lowerBound..<scalar.range.upperBound
    return knownPlaces.withLock { known in
      if let known, known.range == range, known.style == scalar.style, known.text == scalar.text {
        return known.places
      }
      let places = scalar.places
      known = KnownPlaces(text: scalar.text, style: scalar.style, range: range, places: places)
      return places
    }
  }

  /// The range in bytes of the line that contains an offset, without its line break.
  package func line(around offset: Int) -> Range<Int> {
    let (_, start, next) = line(at: min(max(offset, 0), utf8.count))
    var end = next
    if end > start, utf8[end - 1] == 0x0A { end -= 1 }
    if end > start, utf8[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The ranges of all lines in bytes, without their line breaks. After a last line break, there is
  /// no line.
  package var lines: [Range<Int>] {
    let starts = lineStarts.withLock { table in
      let starts = table ?? Self.lineStarts(in: utf8)
      table = starts
      return starts
    }
    return starts.filter { $0 < utf8.count }.map(line(around:))
  }

  /// The last line that starts at or before an offset, with its start and that of the next line.
  private func line(at offset: Int) -> (line: Int, start: Int, next: Int) {
    lineStarts.withLock { table in
      let starts = table ?? Self.lineStarts(in: utf8)
      table = starts
      var low = 0
      var high = starts.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= offset { low = middle } else { high = middle }
      }
      return (low, starts[low], low + 1 < starts.count ? starts[low + 1] : utf8.count)
    }
  }

  /// The starts of the lines, which end with LF, CRLF or CR (YAML 1.2, section 5.4).
  private static func lineStarts(in utf8: [UInt8]) -> [Int] {
    var starts = [0]
    TextBytes.lending(utf8) { bytes in
      for offset in bytes.indices where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
        let isFirstHalf =
          bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
        if !isFirstHalf { starts.append(offset + 1) }
      }
    }
    return starts
  }
}
