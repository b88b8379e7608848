import SuasProgram
import YAML

/// A line of a file as its author meant it: keys, each with all text up to the next entry or the
/// end of the line, however YAML reads it.
struct WrittenLine {
  /// The text that was meant to be one value.
  struct Value {
    /// The key of the value; nil for an item of a list.
    var key: Range<Int>?
    var range: Range<Int>
    /// True if the value is inside `{ }` or `[ ]`.
    var isInFlow: Bool
  }

  let source: Source
  /// The line without indentation and line break, in bytes of the source.
  let range: Range<Int>
  private(set) var values: [Value] = []

  /// The maximum length in bytes: programs wrote longer lines, and they know how to quote.
  private static let longest = 2000

  /// - Parameter offset: An offset in the line, in bytes of the source.
  init?(around offset: Int, in source: Source) {
    guard let line = Self.content(around: offset, in: source) else { return nil }
    self.source = source
    range = line
    let found =
      Self.flow(around: line, in: source) ?? Self.blockValues(in: line, of: source).values
    values = found.filter { value in
      let start = value.key?.lowerBound ?? value.range.lowerBound
      return start >= line.lowerBound && value.range.upperBound <= line.upperBound
    }
  }

  /// The key and the value of the entry outside brackets whose value is at an offset.
  func blockEntry(at offset: Int) -> (key: Range<Int>, value: Range<Int>)? {
    guard let value = values.first(where: { !$0.isInFlow && $0.range.contains(offset) }),
      let key = value.key
    else { return nil }
    return (key, value.range)
  }

  /// The text of a range in the line.
  func text(_ range: Range<Int>) -> String {
    String(decoding: source.utf8[range], as: UTF8.self)
  }

  /// The line with some of its ranges, which are in order, replaced.
  func replacing(_ replacements: [(range: Range<Int>, text: String)]) -> String {
    var result = ""
    var position = range.lowerBound
    for (range, text) in replacements {
      result += self.text(position..<range.lowerBound) + text
      position = range.upperBound
    }
    return result + text(position..<range.upperBound)
  }
}

extension WrittenLine {
  private static func content(around offset: Int, in source: Source) -> Range<Int>? {
    let line = source.line(around: offset)
    guard line.count <= longest else { return nil }
    let blanks: Set<UInt8> = [0x20, 0x09]
    guard let start = line.first(where: { !blanks.contains(source.utf8[$0]) }),
      let last = line.last(where: { !blanks.contains(source.utf8[$0]) })
    else { return nil }
    return start..<last + 1
  }

  /// The values of the brackets that contain a line and begin on an earlier line.
  private static func flow(around line: Range<Int>, in source: Source) -> [Value]? {
    var indentation = line.lowerBound - source.line(around: line.lowerBound).lowerBound
    var start = source.line(around: line.lowerBound).lowerBound
    var linesLeft = 200
    while start > 0, indentation > 0, linesLeft > 0 {
      linesLeft -= 1
      let above = source.line(around: start - 1)
      start = above.lowerBound
      guard let content = content(around: start, in: source),
        content.lowerBound - above.lowerBound < indentation
      else { continue }
      indentation = content.lowerBound - above.lowerBound
      let (values, end) = blockValues(in: content, of: source)
      if let end, end > line.lowerBound { return values }
    }
    return nil
  }

  /// The values of a line that begins outside brackets, and the end of the brackets on it.
  private static func blockValues(
    in line: Range<Int>, of source: Source
  ) -> (values: [Value], endOfFlow: Int?) {
    var scanner = FlowScanner(source.utf8, at: line.lowerBound)
    scanner.skipDashes()
    let key = scanner.key()
    scanner.skipBlanks()
    let start = min(scanner.position, line.upperBound)
    let whole = Value(key: key, range: start..<line.upperBound, isInFlow: false)
    let name = key.map { text(of: $0, source) } ?? ""
    // No path begins with a bracket, so that one after its key is a mapping or list.
    let isExpression = ValueSyntax(key: name) == .expression && !ValueSyntax.paths.contains(name)
    guard start < line.upperBound, !isExpression, scanner.beginsFlow,
      let values = scanner.flow(), scanner.isAtEndOfLine
    else { return ([whole], nil) }
    return (values, scanner.position)
  }

  private static func text(of range: Range<Int>, _ source: Source) -> String {
    String(decoding: source.utf8[range], as: UTF8.self)
  }
}
