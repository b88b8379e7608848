/// The syntax tree of a pattern.
indirect enum PatternNode: Sendable {
  case empty
  case one(CharacterClass)
  case assertion(Assertion)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// A repetition; it prefers as many rounds as possible if it is greedy, else as few.
  case repeated(PatternNode, Repetition)
  /// A group with its number, counted from 1 by opening parentheses.
  case group(PatternNode, Int)

  struct Repetition: Sendable {
    var minimum: Int
    /// Nil if the number of rounds is not limited.
    var maximum: Int?
    var isGreedy = true
  }

  enum Assertion: Sendable {
    case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
  }
}
