/// A regular expression in RE2's syntax, looked for in time linear in the text.
///
/// It is what `matches` takes in an expression, for programs that have no expression to put it in.
public struct RegularExpression: Sendable {
  private let pattern: Pattern

  /// Why a text is no regular expression.
  public struct Mistake: Error, Sendable {
    public let message: String
    /// The bytes of the text that are the cause.
    public let range: Range<Int>
  }

  public init(_ text: String) throws(Mistake) {
    do throws(Pattern.Failure) {
      pattern = try Pattern(text)
    } catch {
      throw Mistake(message: error.message, range: error.range)
    }
  }

  /// Whether the expression is found anywhere in a text.
  public func isFound(in text: String) -> Bool {
    var unlimited = Budget(remaining: .max)
    return (try? pattern.matches(text, &unlimited)) ?? false
  }
}
