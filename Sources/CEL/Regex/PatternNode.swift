/// A pattern as it was parsed.
indirect enum PatternNode: Sendable {
  case empty
  case one(CharacterClass)
  case assertion(Assertion)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// So many times at least, and at most where there is a limit.
  case repeated(PatternNode, Int, Int?)

  enum Assertion: Sendable {
    case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
  }
}
