/// A regular expression in RE2's syntax, matched in time linear in the text.
///
/// It is the same as the pattern of `matches` in an expression, for use without an expression.
public struct RegularExpression: Sendable {
  private let pattern: Pattern

  /// The error of a text that is not a regular expression.
  public struct Mistake: Error, Sendable {
    public let message: String
    /// The bytes of the text that cause the error.
    public let range: Range<Int>
  }

  public init(_ text: String) throws(Mistake) {
    do throws(Pattern.PatternError) {
      pattern = try Pattern(text)
    } catch {
      throw Mistake(message: error.message, range: error.range)
    }
  }

  /// Returns true if any part of the text matches.
  public func isFound(in text: String) -> Bool {
    var unlimited = Budget(remaining: .max)
    return (try? pattern.matches(text, &unlimited)) ?? false
  }
}
