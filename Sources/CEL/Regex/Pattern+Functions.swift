/// Functions of texts with a pattern.
extension Pattern {
  /// The greatest number of a group that a replacement can name.
  static let lastNamedGroup = 9

  /// The text with its matches replaced, up to a number of them; a negative number means all.
  func replacingMatches(
    in text: String, with replacement: String, _ limit: Int64, _ budget: inout Budget
  ) throws(Failure) -> String {
    try budget.spend(bytes: text.utf8.count + replacement.utf8.count)
    let pieces = try ReplacementPiece.pieces(of: replacement, groupCount: groupCount)
    var left = limit < 0 ? Int64.max : limit
    guard left > 0 else { return text }
    var result = ""
    var end = 0
    var search = PatternSearch(self, in: text)
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
    return result + search.text(in: end..<text.utf8.count)
  }

  /// The first match, or its group if the pattern has one.
  func firstExtract(of text: String, _ budget: inout Budget) throws(Failure) -> String? {
    let group = try extractedGroup()
    try budget.spend(bytes: text.utf8.count)
    var search = PatternSearch(self, in: text)
    let match = try search.firstMatch(from: 0, &budget)
    return match?.extracted(group).map { search.text(in: $0) }
  }

  /// All matches, or their groups if the pattern has one.
  func allExtracts(of text: String, _ budget: inout Budget) throws(Failure) -> [String] {
    let group = try extractedGroup()
    try budget.spend(bytes: text.utf8.count)
    var found: [String] = []
    var search = PatternSearch(self, in: text)
    try search.forEachMatch(&budget) { (search, match, budget) throws(Failure) in
      guard let range = match.extracted(group) else { return true }
      try budget.spend(1 + range.count >> 4)
      found.append(search.text(in: range))
      return true
    }
    return found
  }

  /// The number of the group that is extracted: the only one, or the whole match.
  private func extractedGroup() throws(Failure) -> Int {
    guard groupCount <= 1 else {
      throw .invalidArgument(
        "the pattern has \(groupCount) groups, and more than one cannot be extracted")
    }
    return groupCount
  }
}

extension PatternSearch.Match {
  /// The range that a group extracts, or the match for group 0; a group that took no part, or is
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
