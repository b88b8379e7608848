import SuasProgram

/// Finishes the body of a function whose rules can fail: places are noted before the rules that
/// need them, and an error leaves the function with its place.
struct SwiftFunction {
  /// The lines of the body, with their indentation inside of the function.
  private(set) var lines: [String]
  let canFail: Bool

  /// - Parameters:
  ///   - writer: The rules, with marks of places.
  ///   - end: The last line of the body, if it is reached.
  ///   - undoing: The statements that keep and put back what is overwritten, where that is needed.
  ///   - raise: Returns the statement that throws an error with a place.
  init(
    _ writer: SwiftWriter, end: String?, undoing: (start: String?, end: String?)? = nil,
    raise: (String) -> String
  ) {
    var body = writer.withoutWriteMarks
    if let end { body.line(end) }
    body.dropUnusedConstants()
    let marks = body.lines.filter { $0.placeMark != nil }.compactMap(\.placeMark)
    canFail = body.lines.contains { $0.placeMark == nil && $0.canThrow }
    guard canFail, let first = marks.first else {
      lines = body.lines.filter { $0.placeMark == nil }
      return
    }
    let isOne = Set(marks).count == 1
    lines = []
    if let start = undoing?.start { lines.append("    \(start)") }
    if !isOne { lines.append("    var rule = ActionError.Place(\(first))") }
    lines.append("    do throws(Failure) {")
    var isFirst = true
    for line in body.lines {
      guard let place = line.placeMark else {
        lines.append("  " + line)
        continue
      }
      let indentation = line.prefix { $0 == " " }
      if !isOne, !(isFirst && indentation.count == 4) {
        lines.append("  \(indentation)rule = ActionError.Place(\(place))")
      }
      isFirst = false
    }
    lines.append("    } catch {")
    if let end = undoing?.end { lines.append("      \(end)") }
    lines.append("      \(raise(isOne ? "ActionError.Place(\(first))" : "rule"))")
    lines.append("    }")
  }
}

extension SwiftWriter {
  /// The lines without the marks of statements that write.
  fileprivate var withoutWriteMarks: SwiftWriter {
    var unmarked = nested(0)
    unmarked.append(lines.filter { !$0.hasSuffix(SwiftRules.writeMark) })
    return unmarked
  }
}

extension String {
  /// The place that the line marks; nil for a line of code.
  fileprivate var placeMark: String? {
    let text = drop { $0 == " " }
    guard text.hasPrefix(SwiftRules.placeMark) else { return nil }
    return String(text.dropFirst(SwiftRules.placeMark.count))
  }
}
