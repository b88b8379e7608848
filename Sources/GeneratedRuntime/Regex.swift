/// The work that a search may do; generated code has no limit.
struct Budget {
  var remaining = Int.max

  init() {}
  init(remaining: Int) {}

  mutating func spend(_ cost: Int) throws(Failure) {}
  mutating func spend(bytes: Int) throws(Failure) {}
}

/// Functions of texts with regular expressions in the syntax of RE2, in linear time.
extension String {
  /// True if a part of the text matches.
  func matches(_ pattern: String) throws(Failure) -> Bool {
    var budget = Budget()
    return try Pattern(pattern, &budget).matches(self, &budget)
  }

  /// The text with its matches replaced, at most so many unless the number is negative.
  func replacingMatches(
    _ pattern: String, _ replacement: String, _ limit: Int64 = -1
  ) throws(Failure) -> String {
    var budget = Budget()
    let pattern = try Pattern(pattern, recordingGroups: 9, &budget)
    let pieces = try ReplacementPiece.pieces(of: replacement, groupCount: pattern.groupCount)
    var left = limit < 0 ? Int64.max : limit
    guard left > 0 else { return self }
    var result = ""
    var end = 0
    var search = PatternSearch(pattern, in: self)
    try search.forEachMatch(&budget) { (search, match, _) throws(Failure) in
      result += search.text(in: end..<match.range.lowerBound)
      for piece in pieces {
        switch piece {
        case .text(let text): result += text
        case .group(let group): if let range = match[group] { result += search.text(in: range) }
        }
      }
      end = match.range.upperBound
      left -= 1
      return left > 0
    }
    return result + search.text(in: end..<utf8.count)
  }

  /// The first match, or its group if the pattern has one.
  func firstMatch(_ pattern: String) throws(Failure) -> String? {
    var budget = Budget()
    let pattern = try Pattern(pattern, recordingGroups: 9, &budget)
    let group = try pattern.extractedGroup()
    var search = PatternSearch(pattern, in: self)
    let match = try search.firstMatch(from: 0, &budget)
    guard let range = match?.extracted(group) else { return nil }
    return search.text(in: range)
  }

  /// All matches, or their groups if the pattern has one.
  func allMatches(_ pattern: String) throws(Failure) -> [String] {
    var budget = Budget()
    let pattern = try Pattern(pattern, recordingGroups: 9, &budget)
    let group = try pattern.extractedGroup()
    var found: [String] = []
    var search = PatternSearch(pattern, in: self)
    try search.forEachMatch(&budget) { (search, match, _) throws(Failure) in
      if let range = match.extracted(group) { found.append(search.text(in: range)) }
      return true
    }
    return found
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
