import CEL
import SuasSpec
import YAML

/// What a value is expected to be.
struct Pattern: Sendable {
  indirect enum Kind: Sendable {
    case value(Value)
    /// A record of which the named fields are compared, in the order in which they are written.
    case record([(slot: Int, name: String, pattern: Pattern)])
    /// One case of a variant.
    case variant(slot: Int, name: String, contents: Pattern)
    case list([Pattern])
    case map([(key: Value, pattern: Pattern)])
    case matcher(Matcher)
  }

  let kind: Kind
  let range: SourceRange
}

/// What may stand where a value is expected: `{ $any: true }` and the like.
enum Matcher: Sendable {
  case any
  /// Nothing at all: a key that is not there.
  case absent
  case that(Condition)
  case matches(Condition, regex: String)
  case approx(Double, within: Double)
  /// A list in which each of these is found.
  case contains([Pattern])
  /// A list of these and no others, in any order.
  case unordered([Pattern])
  case size(Int)
}

/// An expression of a scenario that holds or does not.
struct Condition: Sendable {
  let program: Program
  /// What the names in scope stand for; what the expression is about has the slot after them.
  let constants: ContiguousArray<Value>
  let text: String
  let range: SourceRange
  /// The expression that the program is planned from; nil for one that nobody wrote.
  let written: CheckedExpression?

  /// Whether it holds of what it is about.
  func holds(of subject: Value) throws(EvaluationError) -> Bool {
    var frame = frame(of: subject)
    return try program.evaluateBool(&frame)
  }

  /// The parts that say why it does not hold, each with its value.
  func parts(of subject: Value) -> [ConditionReading.Part] {
    guard let written else { return [] }
    return ConditionReading.Part.all(of: written, frame(of: subject))
  }

  private func frame(of subject: Value) -> Frame {
    Frame(slots: constants + [subject], budget: CompiledSpec.defaultBudget)
  }
}
