/// A call of a function: of its only overload, or of the first one that takes the values.
final class CallNode: PlanNode {
  let name: String
  let overloads: [Overload]
  let arguments: [any PlanNode]
  let range: Range<Int>

  init(_ name: String, _ overloads: [Overload], _ arguments: [any PlanNode], _ range: Range<Int>) {
    self.name = name
    self.overloads = overloads
    self.arguments = arguments
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for argument in arguments { values.append(try argument.value(&frame)) }
    guard let overload = overloads.first(where: { $0.takes(values) }) else {
      throw error(.noMatchingOverload(name, values))
    }
    return try call(name, values, &frame) { budget throws(Failure) in
      try overload.implementation.call(values, &budget)
    }
  }
}

extension PlanNode {
  /// Runs the body of a function; an error about the types of its arguments gets the function's
  /// name.
  func call(
    _ name: String, _ values: @autoclosure () -> [Value], _ frame: inout Frame,
    _ body: (inout Budget) throws(Failure) -> Value
  ) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      return try run(&frame, body)
    } catch {
      guard error.message.isEmpty else { throw error }
      throw self.error(.noMatchingOverload(name, values()))
    }
  }
}

final class UnaryCallNode: PlanNode {
  let name: String
  let body: @Sendable (Value, inout Budget) throws(Failure) -> Value
  let argument: any PlanNode
  let range: Range<Int>

  init(
    _ name: String, _ body: @escaping @Sendable (Value, inout Budget) throws(Failure) -> Value,
    _ argument: any PlanNode, _ range: Range<Int>
  ) {
    self.name = name
    self.body = body
    self.argument = argument
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try argument.value(&frame)
    return try call(name, [value], &frame) { budget throws(Failure) in try body(value, &budget) }
  }
}

final class BinaryCallNode: PlanNode {
  let name: String
  let body: @Sendable (Value, Value, inout Budget) throws(Failure) -> Value
  let left: any PlanNode
  let right: any PlanNode
  let range: Range<Int>

  init(
    _ name: String,
    _ body: @escaping @Sendable (Value, Value, inout Budget) throws(Failure) -> Value,
    _ left: any PlanNode, _ right: any PlanNode, _ range: Range<Int>
  ) {
    self.name = name
    self.body = body
    self.left = left
    self.right = right
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let left = try left.value(&frame)
    let right = try right.value(&frame)
    return try call(name, [left, right], &frame) { budget throws(Failure) in
      try body(left, right, &budget)
    }
  }
}

extension Implementation {
  func call(_ values: [Value], _ budget: inout Budget) throws(Failure) -> Value {
    switch self {
    case .unary(let body) where values.count == 1: return try body(values[0], &budget)
    case .binary(let body) where values.count == 2: return try body(values[0], values[1], &budget)
    case .variadic(let body): return try body(values, &budget)
    default: throw .invalidArgument("the function takes another number of arguments")
    }
  }
}

extension Overload {
  func takes(_ values: [Value]) -> Bool {
    values.count == parameters.count && zip(parameters, values).allSatisfy { $0.admits($1) }
  }
}

extension Type {
  /// Returns true if the value may be of this type, as far as the value itself shows.
  func admits(_ value: Value) -> Bool {
    switch (self, value) {
    case (.dyn, _), (.parameter, _), (.null, .null), (.bool, .bool), (.int, .int), (.uint, .uint),
      (.double, .double), (.string, .string), (.bytes, .bytes), (.timestamp, .timestamp),
      (.duration, .duration), (.list, .list), (.map, .map), (.type, .type), (.nullable, .null):
      true
    case (.nullable(let type), _): type.admits(value)
    case (.record(let name), .record(let record)): record.shape.name == name
    case (.abstract(let name, _), .optional): name == "optional_type"
    case (.abstract(let name, _), .opaque(let opaque)): opaque.type.name == name
    default: false
    }
  }
}
