import Synchronization

/// A text to be read, with the name it is shown by.
public final class Source: Sendable {
  /// The largest text that is read, in bytes; who reads files checks it before reading.
  public static let maximumSize = 16 * 1024 * 1024

  /// The name shown in diagnostics: a path as the user wrote it.
  public let name: String
  /// The text in UTF-8, without a byte-order mark.
  public let utf8: [UInt8]
  /// Where each line starts, in bytes; made when a place is asked for first.
  private let lineStarts = Mutex<[Int]?>(nil)

  /// A source of a text that is already decoded.
  public convenience init(name: String, text: String) {
    let isMarked = text.utf8.starts(with: [0xEF, 0xBB, 0xBF])
    self.init(name: name, validated: Array(text.utf8.dropFirst(isMarked ? 3 : 0)))
  }

  /// A source of bytes that are known to be UTF-8 without a byte-order mark.
  init(name: String, validated utf8: [UInt8]) {
    self.name = name
    self.utf8 = utf8
  }

  /// The line and column of an offset in bytes; one past the end counts as the end.
  public func location(of offset: Int) -> Location {
    let offset = min(max(offset, 0), utf8.count)
    let (line, start) = lineStart(before: offset)
    var column = 0
    for byte in utf8[start..<offset] where byte & 0xC0 != 0x80 { column += 1 }
    return Location(line: line, column: column)
  }

  /// The bytes of the line that holds an offset, without its line break.
  func line(around offset: Int) -> Range<Int> {
    let offset = min(max(offset, 0), utf8.count)
    let start = lineStart(before: offset).start
    let end = utf8[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? utf8.count
    return start..<end
  }

  /// The last line that starts at or before an offset.
  private func lineStart(before offset: Int) -> (line: Int, start: Int) {
    lineStarts.withLock { table in
      let starts = table ?? Self.lineStarts(in: utf8)
      table = starts
      var low = 0
      var high = starts.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= offset { low = middle } else { high = middle }
      }
      return (low, starts[low])
    }
  }

  /// Lines end with LF, CRLF or CR (YAML 1.2, section 5.4).
  private static func lineStarts(in utf8: [UInt8]) -> [Int] {
    var starts = [0]
    utf8.withUnsafeBufferPointer { bytes in
      for offset in bytes.indices where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
        let isFirstHalf =
          bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
        if !isFirstHalf { starts.append(offset + 1) }
      }
    }
    return starts
  }
}
