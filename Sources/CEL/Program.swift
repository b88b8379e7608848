/// A compiled expression.
public struct Program: Sendable {
  public var type: Type { .dyn }
  /// How many slots a frame needs, the declared variables' included.
  public var frameSize: Int { 0 }
  /// The value, where the expression is constant and its evaluation meets no error.
  public var constant: Value? { nil }

  public func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value { .null }
  public func evaluateBool(_ frame: inout Frame) throws(EvaluationError) -> Bool { false }
}

/// What a program runs on: a value for each slot, and what it may still cost.
public struct Frame: Sendable {
  public var slots: ContiguousArray<Value>
  public var budget: Int
  public init(slots: ContiguousArray<Value>, budget: Int) {
    self.slots = slots
    self.budget = budget
  }
}

/// The error that an evaluation met.
public struct EvaluationError: Error, Sendable {
  /// A stable name, such as `index-out-of-range`.
  public var code: String
  public var message: String
  /// The part of the expression that met it, in UTF-8 bytes of its text.
  public var range: Range<Int>
}
