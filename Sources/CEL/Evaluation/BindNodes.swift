/// `cel.bind`: a variable for a part of the expression. Its value is evaluated at its first use, so
/// that an error in a variable that is not used does not matter.
final class BindNode: PlanNode {
  let slot: Int
  let body: any PlanNode
  let range: Range<Int>

  init(_ slot: Int, _ body: any PlanNode, _ range: Range<Int>) {
    self.slot = slot
    self.body = body
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    defer {
      frame[slot] = .null
      frame[slot + 1] = .null
    }
    return try body.value(&frame)
  }
}

/// A variable of `cel.bind`.
final class BoundNode: PlaceNode {
  let slot: Int
  let bound: any PlanNode
  let range: Range<Int>

  init(_ slot: Int, _ bound: any PlanNode, _ range: Range<Int>) {
    self.slot = slot
    self.bound = bound
    self.range = range
  }

  func place(_ frame: inout Frame) throws(EvaluationError) -> Borrow<Value> {
    switch frame[slot + 1] {
    case .bool(true): break
    case .opaque(let opaque):
      if let failure = opaque.content as? FailedBinding { throw failure.error }
    default:
      try Loop.spend(&frame, range)
      do throws(EvaluationError) {
        frame[slot] = try bound.value(&frame)
        frame[slot + 1] = .bool(true)
      } catch {
        frame[slot + 1] = .opaque(Opaque(FailedBinding(error: error)))
        throw error
      }
    }
    return frame.place(slot)
  }
}

/// A mark in the slot after that of a variable whose evaluation failed, so that it is not evaluated
/// again.
private struct FailedBinding: Opaque.Content {
  static let type = Type.abstract("error", [])
  let error: EvaluationError
  var description: String { error.message }
  func isEqual(to other: any Opaque.Content) -> Bool {
    (other as? FailedBinding)?.error == error
  }
}
