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
    let utf8 = Array(text.utf8)
    let isMarked = utf8.starts(with: [0xEF, 0xBB, 0xBF])
    self.init(name: name, validated: isMarked ? Array(utf8.dropFirst(3)) : utf8)
  }

  /// A source of bytes that are known to be UTF-8 without a byte-order mark.
  init(name: String, validated utf8: [UInt8]) {
    self.name = name
    self.utf8 = utf8
  }

  /// The line and column of an offset in bytes; one past the end counts as the end.
  public func location(of offset: Int) -> Location {
    let offset = min(max(offset, 0), utf8.count)
    let (line, start, _) = line(at: offset)
    let column = utf8.withUnsafeBufferPointer { bytes in
      var count = 0
      for byte in bytes[start..<offset] { count += byte & 0xC0 == 0x80 ? 0 : 1 }
      return count
    }
    return Location(line: line, column: column)
  }

  /// Whether a text that ends where the source does, or before, stands at an offset.
  func holds(_ text: String, at offset: Int) -> Bool {
    let isHeld = text.utf8.withContiguousStorageIfAvailable { text in
      utf8.withUnsafeBufferPointer { bytes in
        text.indices.allSatisfy { text[$0] == bytes[offset + $0] }
      }
    }
    return isHeld ?? utf8[offset...].starts(with: text.utf8)
  }

  /// The bytes of the line that holds an offset, without its line break.
  package func line(around offset: Int) -> Range<Int> {
    let (_, start, next) = line(at: min(max(offset, 0), utf8.count))
    var end = next
    if end > start, utf8[end - 1] == 0x0A { end -= 1 }
    if end > start, utf8[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The last line that starts at or before an offset, and where the next one starts.
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
