/// The lines that were entered, and the current position among them.
struct History {
  private(set) var lines: [String] = []
  /// The index of the line that is shown; the index after the last line stands for the draft.
  private var index = 0
  private var draft = LineBuffer()

  /// The maximum number of lines that are kept.
  static let limit = 1000

  mutating func add(_ line: String) {
    if !line.allSatisfy(\.isWhitespace), line != lines.last { lines.append(line) }
    if lines.count > Self.limit { lines.removeFirst() }
    index = lines.count
  }

  /// The line before the one that is shown; nil if there is none.
  mutating func older(than buffer: LineBuffer) -> LineBuffer? {
    guard index > 0 else { return nil }
    if index == lines.count { draft = buffer }
    index -= 1
    return LineBuffer(lines[index])
  }

  mutating func newer() -> LineBuffer? {
    guard index < lines.count else { return nil }
    index += 1
    return index == lines.count ? draft : LineBuffer(lines[index])
  }

  /// Moves to the end of the history.
  mutating func leave() { index = lines.count }
}
