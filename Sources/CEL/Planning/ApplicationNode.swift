/// A call of a defined function, whose body is a part of the caller's plan.
final class ApplicationNode: PlanNode {
  let function: DefinedFunction
  let arguments: [(node: any PlanNode, isJudged: Bool)]
  /// The slot of the first parameter; the body's own slots follow.
  let slot: Int
  let body: any PlanNode
  let range: Range<Int>

  init(
    _ function: DefinedFunction, _ arguments: [(node: any PlanNode, isJudged: Bool)],
    _ slot: Int, _ range: Range<Int>
  ) {
    self.function = function
    self.arguments = arguments
    self.slot = slot
    body = function.body.planned(from: slot)
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    try bind(&frame)
    defer { unbind(&frame) }
    do throws(EvaluationError) {
      return try function.finish(try body.value(&frame), &frame, body)
    } catch {
      throw error.met(in: function.name, at: range)
    }
  }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    if function.isResultConverted { return try unwrapped(try value(&frame)) }
    try bind(&frame)
    defer { unbind(&frame) }
    do throws(EvaluationError) {
      return try body.bool(&frame)
    } catch {
      throw error.met(in: function.name, at: range)
    }
  }

  private func unwrapped(_ value: Value) throws(EvaluationError) -> Bool {
    guard case .bool(let bool) = value else { throw mismatch(value, "bool") }
    return bool
  }

  /// Evaluates the arguments before it binds any: each may call the same function.
  private func bind(_ frame: inout Frame) throws(EvaluationError) {
    if arguments.count == 1 {
      frame[slot] = try function.argument(0, arguments[0], &frame)
      return
    }
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(arguments.count)
    for index in arguments.indices {
      values.append(try function.argument(index, arguments[index], &frame))
    }
    for index in arguments.indices { frame[slot + index] = values[index] }
  }

  private func unbind(_ frame: inout Frame) {
    for index in arguments.indices { frame[slot + index] = .null }
  }
}

/// A call of a defined function that has a plan and a frame of its own.
final class SeparateApplicationNode: PlanNode {
  let function: DefinedFunction
  let arguments: [(node: any PlanNode, isJudged: Bool)]
  let range: Range<Int>

  init(
    _ function: DefinedFunction, _ arguments: [(node: any PlanNode, isJudged: Bool)],
    _ range: Range<Int>
  ) {
    self.function = function
    self.arguments = arguments
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    // Every chain of calls costs something, so that its evaluation ends.
    try Loop.spend(&frame, range)
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(arguments.count)
    for index in arguments.indices {
      values.append(try function.argument(index, arguments[index], &frame))
    }
    var inner = Frame(slots: values, budget: frame.budget)
    inner.limit = frame.limit
    defer { frame.budget = inner.budget }
    do throws(EvaluationError) {
      return try function.finish(try function.program.evaluate(&inner), &inner, self)
    } catch {
      throw error.met(in: function.name, at: range)
    }
  }
}

extension DefinedFunction {
  fileprivate func argument(
    _ index: Int, _ argument: (node: any PlanNode, isJudged: Bool), _ frame: inout Frame
  ) throws(EvaluationError) -> Value {
    let value = try argument.node.value(&frame)
    guard argument.isJudged, let fit = parameters[index].fit else { return value }
    return try argument.node.run(&frame) { budget throws(Failure) in
      do throws(Failure) {
        return try fit(value, &budget)
      } catch {
        throw error.about("'\(parameters[index].name)' of '\(name)'")
      }
    }
  }

  fileprivate func finish(
    _ value: Value, _ frame: inout Frame, _ node: any PlanNode
  ) throws(EvaluationError) -> Value {
    guard let resultFit else { return value }
    return try node.run(&frame) { budget throws(Failure) in try resultFit(value, &budget) }
  }
}

extension Failure {
  fileprivate func about(_ subject: String) -> Failure {
    excess == nil ? Failure(code, "\(subject): \(message)") : self
  }
}
