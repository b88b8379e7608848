/// The syntax tree of a pattern.
indirect enum PatternNode: Sendable {
  case empty
  case one(CharacterClass)
  case assertion(Assertion)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// A repetition with a minimum and, if it is limited, a maximum.
  case repeated(PatternNode, Int, Int?)

  enum Assertion: Sendable {
    case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
  }
}
