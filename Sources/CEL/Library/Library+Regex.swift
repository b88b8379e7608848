/// The regex extension (cel-go, "ext/regex"). Patterns are those of `matches`.
extension Library {
  static let regex: [Function] = [
    Function("regex.replace", [replacement, limitedReplacement]),
    Function("regex.extract", [extraction]),
    Function("regex.extractAll", [extractionOfAll]),
  ]

  /// A function whose second argument is a pattern; where that is constant, it is compiled once.
  typealias PatternBody =
    @Sendable (Pattern, [Value], inout Budget) throws(Failure) -> Value

  /// The functions with a pattern, by the ids of their overloads.
  static let patternBodies: [String: PatternBody] = [
    replacementID: replace, limitedReplacementID: replace, extractionID: extract,
    extractionOfAllID: extractAll,
  ]

  private static let replacementID = "regex_replace_string_string_string"
  private static let limitedReplacementID = "regex_replace_string_string_string_int"
  private static let extractionID = "regex_extract_string_string"
  private static let extractionOfAllID = "regex_extractAll_string_string"

  /// The greatest number of a group that a replacement can name.
  static let lastNamedGroup = 9

  private static func overload(
    _ id: String, _ parameters: [Type], _ result: Type, doc: String, _ body: @escaping PatternBody
  ) -> Overload {
    Overload(
      id, parameters, result, doc: doc,
      .variadic { (arguments, budget) throws(Failure) in
        guard arguments.count == parameters.count, let text = String(arguments[1]) else {
          throw .mismatch
        }
        let pattern = try Pattern(text, recordingGroups: lastNamedGroup, &budget)
        return try body(pattern, arguments, &budget)
      })
  }

  private static let replacement = overload(
    replacementID, [.string, .string, .string], .string,
    doc: "The text with all matches replaced; '\\0' is the match, '\\1' to '\\9' are its groups.",
    replace)

  private static let limitedReplacement = overload(
    limitedReplacementID, [.string, .string, .string, .int], .string,
    doc: "The same for at most this number of matches; for all if it is negative.", replace)

  private static let extraction = overload(
    extractionID, [.string, .string], .optional(.string),
    doc: "The first match, or its group if the pattern has one.", extract)

  private static let extractionOfAll = overload(
    extractionOfAllID, [.string, .string], .list(.string),
    doc: "All matches, or their groups if the pattern has one.", extractAll)

  private static let replace: PatternBody = { (pattern, arguments, budget) throws(Failure) in
    guard let text = String(arguments[0]), let replacement = String(arguments[2]) else {
      throw .mismatch
    }
    var left = Int64.max
    if arguments.count == 4 {
      guard let limit = Int64(arguments[3]) else { throw .mismatch }
      if limit >= 0 { left = limit }
    }
    try budget.spend(bytes: text.utf8.count + replacement.utf8.count)
    let pieces = try ReplacementPiece.pieces(of: replacement, groupCount: pattern.groupCount)
    guard left > 0 else { return .string(text) }
    var result = ""
    var end = 0
    var search = PatternSearch(pattern, in: text)
    try search.forEachMatch(&budget) { (search, match, budget) throws(Failure) in
      let length = result.utf8.count
      result += search.text(in: end..<match.range.lowerBound)
      for piece in pieces {
        switch piece {
        case .text(let text): result += text
        case .group(let group): if let range = match[group] { result += search.text(in: range) }
        }
      }
      try budget.spend(bytes: result.utf8.count - length)
      end = match.range.upperBound
      left -= 1
      return left > 0
    }
    return .string(result + search.text(in: end..<text.utf8.count))
  }

  private static let extract: PatternBody = { (pattern, arguments, budget) throws(Failure) in
    guard let text = String(arguments[0]) else { throw .mismatch }
    let group = try pattern.extractedGroup()
    try budget.spend(bytes: text.utf8.count)
    var search = PatternSearch(pattern, in: text)
    let match = try search.firstMatch(from: 0, &budget)
    guard let range = match?.extracted(group) else { return .optional(nil) }
    return .optional(.string(search.text(in: range)))
  }

  private static let extractAll: PatternBody = { (pattern, arguments, budget) throws(Failure) in
    guard let text = String(arguments[0]) else { throw .mismatch }
    let group = try pattern.extractedGroup()
    try budget.spend(bytes: text.utf8.count)
    var found = List()
    var search = PatternSearch(pattern, in: text)
    try search.forEachMatch(&budget) { (search, match, budget) throws(Failure) in
      guard let range = match.extracted(group) else { return true }
      try budget.spend(1 + range.count >> 4)
      found.append(.string(search.text(in: range)))
      return true
    }
    return .list(found)
  }
}

extension Pattern {
  /// The number of the group that is extracted: the only one, or the whole match.
  fileprivate func extractedGroup() throws(Failure) -> Int {
    guard groupCount <= 1 else {
      throw .invalidArgument(
        "the pattern has \(groupCount) groups, and more than one cannot be extracted")
    }
    return groupCount
  }
}

extension PatternSearch.Match {
  /// The range of what a group, or the match if it is 0, extracts; a group that took no part, or is
  /// empty, extracts nothing, as in cel-go.
  fileprivate func extracted(_ group: Int) -> Range<Int>? {
    guard group > 0 else { return range }
    return self[group].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A part of the text that replaces a match.
private enum ReplacementPiece {
  case text(String)
  case group(Int)

  static func pieces(of text: String, groupCount: Int) throws(Failure) -> [ReplacementPiece] {
    var pieces: [ReplacementPiece] = []
    var literal = ""
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\\" else {
        literal.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.popFirst() {
      case "\\": literal += "\\"
      case let digit? where ("0"..."9").contains(digit):
        let group = Int(digit.value - 48)
        guard group <= groupCount else {
          throw .invalidArgument(
            "the replacement names group \(group), but the pattern has "
              + (groupCount == 0 ? "none" : "only \(groupCount)"))
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(.group(group))
      default:
        throw .invalidArgument(
          "in a replacement, a digit or another backslash follows a backslash")
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    return pieces
  }
}
