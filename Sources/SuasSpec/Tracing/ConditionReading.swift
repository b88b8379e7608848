import CEL
import YAML

/// How a condition came out, and what its parts were.
package struct ConditionReading: Sendable {
  /// `when`, `unless`, `if` or `filter`.
  package let keyword: String
  package let text: String
  package let truth: Bool
  /// Whether what stands behind it runs.
  package let passes: Bool
  package let parts: [Part]

  package struct Part: Sendable {
    package let text: String
    package let value: Value
  }

  /// What a part was.
  package enum Value: Sendable {
    case value(CEL.Value)
    /// By its code.
    case error(String)
    case notReached
  }
}

extension ConditionReading {
  init(
    _ point: CoveragePoint, _ condition: CoveragePoint.Condition, is truth: Bool,
    _ frame: borrowing Frame
  ) {
    keyword = point.keyword
    text = String(condition.syntax.text).onOneLine
    self.truth = truth
    passes = truth != (condition.isNegated)
    var reader = PartReader(condition.syntax, condition.environment, frame)
    reader.read()
    parts = reader.parts
  }
}

extension ConditionReading.Part {
  /// The parts of a condition that say why it comes out as it does, each with its value: those that a
  /// trace shows or, of a condition without such parts, what it is about.
  ///
  /// - Parameters:
  ///   - environment: What the condition was compiled against.
  ///   - frame: What it is evaluated on.
  package static func all(
    of syntax: ExpressionSyntax, _ environment: CEL.Environment, _ frame: borrowing Frame
  ) -> [ConditionReading.Part] {
    var reader = PartReader(syntax, environment, frame)
    reader.read()
    if reader.parts.isEmpty { reader.readOperands() }
    return reader.parts
  }
}

/// Evaluates those parts of a condition that say why it came out so: what is compared, and the terms
/// that are joined.
private struct PartReader: ~Copyable {
  private let syntax: ExpressionSyntax
  private let environment: CEL.Environment
  private var frame: Frame
  private(set) var parts: [ConditionReading.Part] = []

  /// So many parts are shown.
  private static let limit = 20

  init(
    _ syntax: ExpressionSyntax, _ environment: CEL.Environment, _ frame: borrowing Frame
  ) {
    self.syntax = syntax
    self.environment = environment
    self.frame = Frame(copying: frame)
  }

  mutating func read() {
    if let parsed { read(parsed, isWhole: true) }
  }

  private var parsed: Expr? {
    try? environment.parse(String(syntax.text), offsetBy: syntax.code.lowerBound)
  }

  private mutating func read(_ expr: Expr, isWhole: Bool = false) {
    guard parts.count < Self.limit else { return }
    switch expr.kind {
    case .and(let terms): read(terms, until: false)
    case .or(let terms): read(terms, until: true)
    case .call(let function, target: nil, let operands) where function.text == "!_":
      for operand in operands { read(operand) }
    case .call(let function, target: nil, let operands)
    where Self.comparisons.contains(function.text):
      for operand in operands { show(operand) }
    case .conditional(let test, let then, let otherwise):
      read(test)
      guard case .value(.bool(let truth)) = value(of: test) else { return }
      read(truth ? then : otherwise)
    // What the whole is, is said of the condition.
    default: if !isWhole { show(expr) }
    }
  }

  /// Shows what a function, a macro or `has` is about.
  mutating func readOperands() {
    guard let expr = parsed else { return }
    switch expr.kind {
    case .call(_, let target, let operands):
      for operand in (target.map { [$0] } ?? []) + operands { show(operand) }
    case .comprehension(let comprehension): show(comprehension.range)
    case .has(let operand, _): show(operand)
    default: break
    }
  }

  /// Reads terms up to the first that decides.
  private mutating func read(_ terms: [Expr], until deciding: Bool) {
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

  private mutating func show(_ expr: Expr) {
    if case .literal = expr.kind { return }
    guard parts.count < Self.limit else { return }
    add(expr, value(of: expr))
  }

  private mutating func add(_ expr: Expr, _ value: ConditionReading.Value) {
    let text = String(syntax.scalar.text.utf8Slice(expr.range)).onOneLine
    guard !parts.contains(where: { $0.text == text }) else { return }
    parts.append(ConditionReading.Part(text: text, value: value))
  }

  /// The value of a part; its types were checked with the whole, which knows more of them.
  private mutating func value(of expr: Expr) -> ConditionReading.Value {
    guard let resolved = try? environment.resolve(expr) else { return .error("unknown") }
    frame.budget = CompiledSpec.defaultBudget
    do throws(EvaluationError) {
      return .value(try environment.plan(resolved).evaluate(&frame))
    } catch {
      return .error(error.code)
    }
  }

  private static let comparisons: Set<String> = [
    "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in",
  ]
}

extension String {
  /// The text with each run of white space in it as one space.
  package var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
