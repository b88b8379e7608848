import CEL
import SuasProgram
import YAML

/// The outcome of a condition and the values of its parts.
package struct ConditionReading: Sendable {
  /// `when`, `unless`, `if` or `filter`.
  package let keyword: String
  package let text: String
  package let truth: Bool
  /// True if the condition lets its rule or step run.
  package let passes: Bool
  package let parts: [Part]

  package struct Part: Sendable {
    package let text: String
    package let value: Value
    /// True if the part reads sensitive values.
    let isSensitive: Bool

    /// Creates a part that a report has read.
    package init(text: String, value: Value) {
      self.init(text: text, value: value, isSensitive: false)
    }

    init(text: String, value: Value, isSensitive: Bool) {
      self.text = text
      self.value = value
      self.isSensitive = isSensitive
    }

    /// True if the part was evaluated, and reads sensitive values.
    package var hasReadSensitiveValues: Bool {
      if case .notReached = value { false } else { isSensitive }
    }

    /// The part with `***` for sensitive values.
    package var hidingSensitiveValues: Part {
      guard case .value(let found) = value else { return self }
      return Part(
        text: text,
        value: .value(isSensitive ? Shape.Field.hiddenValue : found.hidingSensitiveFields),
        isSensitive: isSensitive)
    }
  }

  /// The value of a part.
  package enum Value: Sendable {
    case value(CEL.Value)
    /// A value that is known only as YAML, as in a report.
    case written(String)
    /// An error, by its code.
    case error(String)
    case notReached
  }
}

extension ConditionReading {
  package var readsSensitiveValues: Bool { parts.contains(where: \.isSensitive) }
}

extension ConditionReading {
  package init(
    _ point: CoveragePoint, _ condition: CoveragePoint.Condition, is truth: Bool,
    _ frame: borrowing Frame
  ) {
    keyword = point.keyword
    text = String(condition.expression.text).onOneLine
    self.truth = truth
    passes = truth != (condition.isNegated)
    var reader = PartReader(condition.expression, frame)
    reader.read()
    parts = reader.parts
  }
}

extension ConditionReading.Part {
  /// The parts of a condition that explain its outcome, each with its value: those that a trace
  /// shows or, for a condition without such parts, its operands.
  ///
  /// - Parameter frame: The values on which the condition is evaluated.
  package static func all(
    of condition: CheckedExpression, _ frame: borrowing Frame
  ) -> [ConditionReading.Part] {
    var reader = PartReader(condition, frame)
    reader.read()
    if reader.parts.isEmpty { reader.readOperands() }
    return reader.parts
  }
}

/// Evaluates the parts of a condition that explain its outcome: the operands of comparisons and the
/// terms that are joined.
private struct PartReader: ~Copyable {
  private typealias Node = CheckedExpr.Node

  private let condition: CheckedExpression
  private var frame: Frame
  private(set) var parts: [ConditionReading.Part] = []

  /// The maximum number of parts shown.
  private static let limit = 20

  init(_ condition: CheckedExpression, _ frame: borrowing Frame) {
    self.condition = condition
    self.frame = Frame(copying: frame)
  }

  mutating func read() { read(condition.tree.root, isWhole: true) }

  private mutating func read(_ node: Node, isWhole: Bool = false) {
    guard parts.count < Self.limit else { return }
    switch node.kind {
    case .and(let terms): read(terms, until: false)
    case .or(let terms): read(terms, until: true)
    case .call("!_", _, let operands):
      for operand in operands { read(operand) }
    case .call(let function, _, let operands) where Self.comparisons.contains(function):
      for operand in operands { show(operand) }
    case .conditional(let test, let then, let otherwise):
      read(test)
      guard case .value(.bool(let truth)) = value(of: test) else { return }
      read(truth ? then : otherwise)
    // The whole condition is already shown with its outcome.
    default: if !isWhole { show(node) }
    }
  }

  /// Shows the operands of a function, a macro or `has`.
  mutating func readOperands() {
    switch condition.tree.root.kind {
    case .call(_, _, let operands):
      for operand in operands { show(operand) }
    case .apply(let call):
      for argument in call.arguments { show(argument) }
    case .comprehension(let comprehension): show(comprehension.range)
    case .hasField(let operand, _, _), .hasSelect(let operand, _): show(operand)
    default: break
    }
  }

  /// Reads terms up to the first that decides the outcome.
  private mutating func read(_ terms: [Node], until deciding: Bool) {
    var isDecided = false
    for term in terms where parts.count < Self.limit {
      if isDecided {
        add(term, .notReached)
      } else {
        read(term)
        if case .value(.bool(deciding)) = value(of: term) { isDecided = true }
      }
    }
  }

  private mutating func show(_ node: Node) {
    if isLiteral(node) { return }
    guard parts.count < Self.limit else { return }
    add(node, value(of: node))
  }

  private mutating func add(_ node: Node, _ value: ConditionReading.Value) {
    let text = String(condition.text(of: node)).onOneLine
    guard !parts.contains(where: { $0.text == text }) else { return }
    parts.append(
      ConditionReading.Part(
        text: text, value: value,
        isSensitive: condition.tree.part(node).readsSensitiveValues))
  }

  private mutating func value(of node: Node) -> ConditionReading.Value {
    frame.budget = Frame.standardBudget
    do throws(EvaluationError) {
      return .value(try ExpressionPlan(planning: condition.tree.part(node)).evaluate(&frame))
    } catch {
      return .error(error.code)
    }
  }

  private static let comparisons: Set<String> = [
    "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in",
  ]
}

extension PartReader {
  /// Returns true for a literal, whose text already shows its value; a name is not one.
  private func isLiteral(_ node: Node) -> Bool {
    guard case .constant = node.kind else { return false }
    let text = condition.text(of: node)
    let isName =
      text.first?.isNumber == false && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return !isName || ["true", "false", "null"].contains(text)
  }
}
