/// A compiled expression.
///
/// One reference, so that whoever holds a program holds little.
public struct Program: Sendable {
  private let plan: Plan

  private final class Plan: Sendable {
    let root: any Node
    let known: KnownPlace
    let type: Type
    let frameSize: Int
    let costLimit: Int?
    let isProven: Bool

    init(_ root: any Node, of expr: CheckedExpr) {
      self.root = root
      known = KnownPlace(root)
      type = expr.type
      frameSize = expr.frameSize
      costLimit = root is ConstantNode ? 0 : expr.root.costLimit
      isProven = expr.isProven
    }
  }

  /// Plans how a checked expression is evaluated.
  package init(planning expr: CheckedExpr) {
    var planner = Planner(expr)
    plan = Plan(planner.root(), of: expr)
  }

  /// What the checker found out about the value; `dyn` where that is left to run time.
  public var type: Type { plan.type }

  /// How many slots a frame needs, the declared variables' included.
  public var frameSize: Int { plan.frameSize }

  /// What an evaluation costs at most, where the sizes of all that it goes through are known from
  /// the expression; nil where they depend on the values of variables.
  public var costLimit: Int? { plan.costLimit }

  /// Whether every value is sure to be of the type; where something in the expression is `dyn`,
  /// what is made of it may hold anything.
  public var isProven: Bool { plan.isProven }

  /// The value, where the expression is constant and its evaluation meets no error.
  public var constant: Value? { (plan.root as? ConstantNode)?.constant }

  /// Evaluates the expression on the values in the frame's slots, which it leaves as they are.
  ///
  /// Slots past the declared variables' are made where they are missing, and hold null afterwards.
  public func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    frame.fill(to: plan.frameSize)
    return try plan.root.value(&frame)
  }

  /// The truth of a condition.
  public func evaluateBool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    frame.fill(to: plan.frameSize)
    return try plan.root.bool(&frame)
  }

  /// An index or another number, without a value being wrapped on the way.
  package func evaluateInt(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    if let int = knownInt(frame) { return int }
    frame.fill(to: plan.frameSize)
    return try plan.root.int(&frame)
  }

  /// Where the value is, as long as the frame is there and is not changed, if it is there without
  /// anything being evaluated.
  package func knownPlace(_ frame: borrowing Frame) -> UnsafePointer<Value>? {
    plan.known.place(frame)
  }

  /// The field of the record in a slot that the expression is; nil where it is anything else.
  package var knownField: (slot: Int, field: Int)? {
    if case .field(let slot, let field) = plan.known { (Int(slot), Int(field)) } else { nil }
  }

  /// The number, if it is there without anything being evaluated.
  package func knownInt(_ frame: borrowing Frame) -> Int64? { plan.known.int(frame) }
}

/// The error that an evaluation met; a class, since handing on what is one word long costs the
/// evaluations that meet none least.
public final class EvaluationError: Error {
  /// A stable name, such as `index-out-of-range`.
  public let code: String
  /// The part of the expression that met it, in UTF-8 bytes of its text.
  public let range: Range<Int>
  private let words: Words

  private enum Words {
    case text(String)
    /// Made of two numbers when somebody asks: a search throws away nearly all errors that it meets.
    case ofNumbers(@Sendable (Int64, Int64) -> String, Int64, Int64)
    case cost(Int, limit: Int)
  }

  /// What happened, for people: lower case, no full stop.
  public var message: String {
    switch words {
    case .text(let text): text
    case .ofNumbers(let text, let first, let second): text(first, second)
    case .cost(let cost, let limit):
      "the cost is more than \(limit): it comes to \(cost) or more"
    }
  }

  /// True for an evaluation that used up the budget of its frame.
  package var isAboutCost: Bool { if case .cost = words { true } else { false } }

  init(_ failure: Failure, _ range: Range<Int>) {
    code = failure.code
    words = .text(failure.message.abridged)
    self.range = range
  }

  /// The budget of a frame was used up.
  init(cost: Int, limit: Int, _ range: Range<Int>) {
    code = Failure.costExceededCode
    words = .cost(cost, limit: limit)
    self.range = range
  }

  /// An error that is not met by a part of an expression; `message` captures nothing.
  package init(
    code: String, _ first: Int64, _ second: Int64,
    message: @escaping @Sendable (Int64, Int64) -> String
  ) {
    self.code = code
    words = .ofNumbers(message, first, second)
    range = 0..<0
  }
}

extension EvaluationError: Equatable {
  public static func == (left: EvaluationError, right: EvaluationError) -> Bool {
    (left.code, left.message, left.range) == (right.code, right.message, right.range)
  }
}
