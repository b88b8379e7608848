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

  /// The body of the overload with some id, if it has a pattern.
  static func patternBody(_ id: String) -> PatternBody? {
    switch id {
    case replacementID, limitedReplacementID: replace
    case extractionID: extract
    case extractionOfAllID: extractAll
    default: nil
    }
  }

  private static let replacementID = "regex_replace_string_string_string"
  private static let limitedReplacementID = "regex_replace_string_string_string_int"
  private static let extractionID = "regex_extract_string_string"
  private static let extractionOfAllID = "regex_extractAll_string_string"

  private static func overload(
    _ id: String, _ parameters: [Type], _ result: Type, doc: String, _ body: @escaping PatternBody
  ) -> Overload {
    Overload(
      id, parameters, result, doc: doc,
      .variadic { (arguments, budget) throws(Failure) in
        guard arguments.count == parameters.count, let text = String(arguments[1]) else {
          throw .mismatch
        }
        let pattern = try Pattern(text, recordingGroups: Pattern.lastNamedGroup, &budget)
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
    guard let limit = arguments.count == 4 ? Int64(arguments[3]) : -1 else { throw .mismatch }
    return .string(try pattern.replacingMatches(in: text, with: replacement, limit, &budget))
  }

  private static let extract: PatternBody = { (pattern, arguments, budget) throws(Failure) in
    guard let text = String(arguments[0]) else { throw .mismatch }
    return .optional(try pattern.firstExtract(of: text, &budget).map { .string($0) })
  }

  private static let extractAll: PatternBody = { (pattern, arguments, budget) throws(Failure) in
    guard let text = String(arguments[0]) else { throw .mismatch }
    return .list(List(try pattern.allExtracts(of: text, &budget).map { .string($0) }))
  }
}
