/// `cel.bind`: a variable for a part of the expression. Its value is found when it is first asked
/// for, so that an error in it is none where it is not needed.
final class BindNode: Node {
  let slot: Int
  let body: any Node
  let range: Range<Int>

  init(_ slot: Int, _ body: any Node, _ range: Range<Int>) {
    self.slot = slot
    self.body = body
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    defer {
      frame.slots[slot] = .null
      frame.slots[slot + 1] = .null
    }
    frame.slots[slot + 1] = .bool(false)
    return try body.value(&frame)
  }
}

/// A variable of `cel.bind`.
final class BoundNode: PlaceNode {
  let slot: Int
  let bound: any Node
  let range: Range<Int>

  init(_ slot: Int, _ bound: any Node, _ range: Range<Int>) {
    self.slot = slot
    self.bound = bound
    self.range = range
  }

  func place(_ frame: inout Frame) throws(EvaluationError) -> UnsafePointer<Value> {
    if case .bool(true) = frame.slots[slot + 1] { return frame.place(slot) }
    // What fails is tried again where it is asked for again, which has to have its cost.
    try Loop.spend(&frame, range)
    frame.slots[slot] = try bound.value(&frame)
    frame.slots[slot + 1] = .bool(true)
    return frame.place(slot)
  }
}
