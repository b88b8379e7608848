import SuasLog

/// The logs that standard input names or holds, one after the other.
package struct StandardLogs {
  package enum Log: Sendable {
    /// A log in a file.
    case file(String)
    /// A log of its own, with its number from 1.
    case text([UInt8], number: Int)
    /// A log of its own that is too large.
    case tooLarge(number: Int)
  }

  private var reader: LogReader
  private var isAtLine: Bool
  private var number = 0

  /// The maximum size of a log that is not in a file, in bytes.
  static let maximumSize = 512 << 20

  package init(_ source: @escaping LogReader.ByteSource) throws(LogFailure) {
    reader = LogReader(source)
    isAtLine = try reader.advance()
  }

  /// Takes the next log; nil after the last.
  package mutating func next() throws(LogFailure) -> Log? {
    guard isAtLine else { return nil }
    let line = reader.text
    guard line.hasPrefix("{") else {
      isAtLine = try reader.advance()
      return .file(line)
    }
    number += 1
    var text: [UInt8] = []
    var isTooLarge = false
    var wasLost = false
    repeat {
      let line = reader.text
      if !text.isEmpty, !wasLost, line.hasPrefix(Self.firstLine) { break }
      wasLost = line.contains(Self.lostLines)
      if text.count + line.utf8.count > Self.maximumSize { isTooLarge = true }
      if !isTooLarge { text += line.utf8 + [UInt8(ascii: "\n")] }
      isAtLine = try reader.advance()
    } while isAtLine
    return isTooLarge ? .tooLarge(number: number) : .text(text, number: number)
  }

  private static let firstLine = #"{"suas-log":"#
  private static let lostLines = #","lost":"#
}
