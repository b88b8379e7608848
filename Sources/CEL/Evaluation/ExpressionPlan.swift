/// A compiled expression.
///
/// A plan is a single reference, so that it takes little room in its owner.
public struct ExpressionPlan: Sendable {
  private let plan: Plan

  private final class Plan: Sendable {
    let root: any PlanNode
    let known: KnownPlace
    let type: Type
    let frameSize: Int
    let costLimit: Int?
    let isProven: Bool

    init(
      _ root: any PlanNode, type: Type, frameSize: Int, costLimit: Int?, isProven: Bool
    ) {
      self.root = root
      known = KnownPlace(root)
      self.type = type
      self.frameSize = frameSize
      self.costLimit = costLimit
      self.isProven = isProven
    }
  }

  init(_ root: any PlanNode, type: Type, frameSize: Int, costLimit: Int?, isProven: Bool) {
    plan = Plan(
      root, type: type, frameSize: frameSize, costLimit: costLimit, isProven: isProven)
  }

  /// The type that the checker inferred for the value; `dyn` if it is left to run time.
  public var type: Type { plan.type }

  /// The number of slots that a frame needs, including those of the declared variables.
  public var frameSize: Int { plan.frameSize }

  /// The maximum cost of an evaluation, if the expression alone determines the sizes of everything
  /// that it goes through; nil if they depend on the values of variables.
  public var costLimit: Int? { plan.costLimit }

  /// True if every value is certain to be of the type; a value made from a `dyn` part of the
  /// expression may contain anything.
  public var isProven: Bool { plan.isProven }

  /// The value, if the expression is constant and its evaluation does not fail.
  public var constant: Value? { (plan.root as? ConstantNode)?.constant }

  /// Evaluates the expression with the values in the frame's slots, which it leaves unchanged.
  ///
  /// Slots after those of the declared variables are added if they are missing, and hold null
  /// afterwards.
  public func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    frame.fill(to: plan.frameSize)
    return try plan.root.value(&frame)
  }

  /// Evaluates a condition.
  public func evaluateBool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    frame.fill(to: plan.frameSize)
    return try plan.root.bool(&frame)
  }

  /// Evaluates an index or another number without wrapping intermediate values.
  package func evaluateInt(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    if let int = knownInt(frame) { return int }
    frame.fill(to: plan.frameSize)
    return try plan.root.int(&frame)
  }

  /// Returns the value in place, if the frame has it without any evaluation; valid as long as the
  /// frame exists and is not changed.
  package func knownPlace(_ frame: borrowing Frame) -> Borrow<Value>? {
    plan.known.place(frame)
  }

  /// The slot and the field, if the expression is a field of the record in a slot; otherwise nil.
  package var knownField: (slot: Int, field: Int)? {
    if case .field(let slot, let field) = plan.known { (Int(slot), Int(field)) } else { nil }
  }

  /// Returns the number, if it can be read without evaluation.
  package func knownInt(_ frame: borrowing Frame) -> Int64? { plan.known.int(frame) }
}

/// The error of an evaluation; a class, because an error of one word costs least to evaluations
/// that do not fail.
public final class EvaluationError: Error {
  /// A stable identifier, such as `index-out-of-range`.
  public let code: String
  /// The part of the expression that failed, in UTF-8 bytes of its text.
  public let range: Range<Int>
  private let words: Words

  private enum Words {
    case text(String)
    /// A message that is made from two numbers on demand: a search discards nearly all of its
    /// errors.
    case ofNumbers(@Sendable (Int64, Int64) -> String, Int64, Int64)
    /// The cost is nil if it may reveal a sensitive number.
    case cost(Int?, limit: Int)
  }

  /// The message for people: lower case, without a full stop.
  public var message: String {
    switch words {
    case .text(let text): text
    case .ofNumbers(let text, let first, let second): text(first, second)
    case .cost(let cost, let limit):
      "the cost is more than \(limit)" + (cost.map { ": it comes to \($0) or more" } ?? "")
    }
  }

  /// True if the evaluation exceeded its frame's budget.
  package var isAboutCost: Bool { if case .cost = words { true } else { false } }

  init(_ failure: Failure, _ range: Range<Int>) {
    code = failure.code
    words = .text(failure.message.abridged)
    self.range = range
  }

  /// Creates the error of an evaluation that exceeded its frame's budget.
  init(cost: Int, limit: Int, _ range: Range<Int>) {
    code = Failure.costExceededCode
    words = .cost(cost, limit: limit)
    self.range = range
  }

  private init(_ code: String, _ words: Words, _ range: Range<Int>) {
    self.code = code
    self.words = words
    self.range = range
  }

  /// Returns the error as one of the call of a function, at the call's range.
  func met(in function: String, at range: Range<Int>) -> EvaluationError {
    if case .cost = words { return EvaluationError(code, words, range) }
    let text = "\(message), in '\(function)'"
    return EvaluationError(code, .text(text.abridged), range)
  }

  /// The error with a message that quotes no value, for one that may be about sensitive values.
  package var withoutValues: EvaluationError {
    if case .cost(_, let limit) = words {
      return EvaluationError(code, .cost(nil, limit: limit), range)
    }
    return EvaluationError(code, .text("the value is sensitive, and not shown"), range)
  }

  /// Returns the error at another part of an expression.
  func moved(to range: Range<Int>) -> EvaluationError { EvaluationError(code, words, range) }

  /// Creates an error that belongs to no part of an expression; `message` must capture nothing.
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
