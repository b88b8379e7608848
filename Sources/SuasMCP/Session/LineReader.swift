/// Splits a stream of bytes into lines, of which one that is too long is passed over.
struct LineReader {
  enum Line: Equatable {
    case line([UInt8])
    /// A line that was too long, and of which nothing is kept.
    case tooLong
  }

  /// The greatest length of a line, in bytes.
  static let maximumLength = 4 << 20

  private var bytes: [UInt8] = []
  /// True within a line that is too long.
  private var isPassingOver = false

  /// Adds bytes, and returns the lines that end in them.
  mutating func lines(adding more: [UInt8]) -> [Line] {
    var lines: [Line] = []
    for (index, part) in more.split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).enumerated() {
      if index > 0 { lines += endLine() }
      append(part)
    }
    return lines
  }

  /// Returns the last line, which no line break has ended.
  mutating func end() -> [Line] { bytes.isEmpty && !isPassingOver ? [] : endLine() }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    guard !isPassingOver else { return }
    guard bytes.count + part.count <= Self.maximumLength else {
      isPassingOver = true
      bytes = []
      return
    }
    bytes += part
  }

  private mutating func endLine() -> [Line] {
    defer {
      bytes = []
      isPassingOver = false
    }
    return [isPassingOver ? .tooLong : .line(bytes)]
  }
}
