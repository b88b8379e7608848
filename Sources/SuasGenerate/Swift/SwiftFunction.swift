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
    var body = writer
    if let end { body.line(end) }
    body.dropUnusedConstants()
    let marks = body.lines.filter { $0.placeMark != nil }.compactMap(\.placeMark)
    canFail = body.lines.contains { $0.placeMark == nil && $0.canThrow }
    guard canFail, let first = marks.first else {
      lines = body.lines.filter { $0.placeMark == nil }
      return
    }
    let places = marks.map(\.withoutHiding)
    let isOne = Set(places).count == 1
    let hiding = Set(marks.map(\.isHiding))
    lines = []
    if let start = undoing?.start { lines.append("    \(start)") }
    if !isOne { lines.append("    var rule = ActionError.Place(\(places[0]))") }
    if hiding.count > 1 { lines.append("    var isHidden = \(first.isHiding)") }
    lines.append("    do throws(Failure) {")
    var isFirst = true
    for line in body.lines {
      guard let place = line.placeMark else {
        lines.append("  " + line)
        continue
      }
      let indentation = line.prefix { $0 == " " }
      let isKnown = isFirst && indentation.count == 4
      if !isOne, !isKnown {
        lines.append("  \(indentation)rule = ActionError.Place(\(place.withoutHiding))")
      }
      if hiding.count > 1, !isKnown {
        lines.append("  \(indentation)isHidden = \(place.isHiding)")
      }
      isFirst = false
    }
    lines.append("    } catch {")
    if let end = undoing?.end { lines.append("      \(end)") }
    if hiding.contains(true) {
      let hidden =
        hiding.count > 1 ? "isHidden ? error.withoutValues : error" : "error.withoutValues"
      lines.append("      let error = \(hidden)")
    }
    lines.append("      \(raise(isOne ? "ActionError.Place(\(places[0]))" : "rule"))")
    lines.append("    }")
  }
}

extension String {
  /// True if a mark is one of a rule whose errors quote no value.
  fileprivate var isHiding: Bool { hasSuffix(SwiftRules.hidingMark) }

  /// The place of a mark.
  fileprivate var withoutHiding: String {
    isHiding ? String(dropLast(SwiftRules.hidingMark.count)) : self
  }

  /// The place that the line marks; nil for a line of code.
  fileprivate var placeMark: String? {
    let text = drop { $0 == " " }
    guard text.hasPrefix(SwiftRules.placeMark) else { return nil }
    return String(text.dropFirst(SwiftRules.placeMark.count))
  }
}

/// The marks in lines of rules, until their function is finished.
enum SwiftRules {
  /// Stands before a rule that can fail.
  static let placeMark = "//@rule "
  /// The end of the mark of a rule whose errors quote no value.
  static let hidingMark = " hiding"
}

extension String {
  /// True if the line can leave its function by an error.
  var canThrow: Bool { mentions("try") || mentions("throw") }
}
