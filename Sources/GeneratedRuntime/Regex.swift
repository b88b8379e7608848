/// The work that a search may do; generated code has no limit.
package struct Budget {
  package var remaining = Int.max

  package init() {}
  package init(remaining: Int) {}

  package mutating func spend(_ cost: Int) throws(Failure) {}
  package mutating func spend(bytes: Int) throws(Failure) {}
}

/// Functions of texts with regular expressions in the syntax of RE2, in linear time.
extension String {
  /// True if a part of the text matches.
  package func matches(_ pattern: String) throws(Failure) -> Bool {
    var budget = Budget()
    return try Pattern(pattern, &budget).matches(self, &budget)
  }

  /// The text with its matches replaced, up to a number of them; a negative number means all.
  package func replacingMatches(
    _ pattern: String, _ replacement: String, _ limit: Int64 = -1
  ) throws(Failure) -> String {
    var budget = Budget()
    return try Pattern(pattern, recordingGroups: Pattern.lastNamedGroup, &budget)
      .replacingMatches(in: self, with: replacement, limit, &budget)
  }

  /// The first match, or its group if the pattern has one.
  package func firstMatch(_ pattern: String) throws(Failure) -> String? {
    var budget = Budget()
    return try Pattern(pattern, recordingGroups: Pattern.lastNamedGroup, &budget)
      .firstExtract(of: self, &budget)
  }

  /// All matches, or their groups if the pattern has one.
  package func allMatches(_ pattern: String) throws(Failure) -> [String] {
    var budget = Budget()
    return try Pattern(pattern, recordingGroups: Pattern.lastNamedGroup, &budget)
      .allExtracts(of: self, &budget)
  }
}
