import CEL

/// The place in a sub-state that a rule works on: a path with its names resolved.
struct Target: Sendable {
  enum Component: Sendable {
    /// A field of a record whose type is known.
    case field(Int)
    case index(Program)
    case key(Program)
    /// A field of an `any`: a map's key or a record's field.
    case member(String)
    /// An index or key of an `any`.
    case dynamic(Program)
  }

  let slot: Int
  let components: [Component]
  let type: FieldType
  /// The path as the author wrote it, for messages.
  let text: String

  /// Lets `body` change what stands at the place.
  ///
  /// The indices and keys of the path are evaluated before anything is touched.
  func modify<Result>(
    _ execution: inout Execution, _ body: (inout Value) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    var keys = ContiguousArray<Value>()
    for component in components {
      switch component {
      case .index(let program), .key(let program), .dynamic(let program):
        keys.append(try program.evaluate(&execution.frame))
      case .field, .member: break
      }
    }
    return try descend(&execution.frame.slots[slot], 0, keys, 0, body)
  }

  private func descend<Result>(
    _ value: inout Value, _ depth: Int, _ keys: ContiguousArray<Value>, _ key: Int,
    _ body: (inout Value) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard depth < components.count else { return try body(&value) }
    switch components[depth] {
    case .field(let slot):
      return try value.modifyRecord { record throws(EvaluationError) in
        try descend(&record[slot], depth + 1, keys, key, body)
      }
    case .member(let name):
      return try value.modifyMember(name) { member throws(EvaluationError) in
        try descend(&member, depth + 1, keys, key, body)
      }
    case .index, .key, .dynamic:
      return try value.modifyElement(keys[key]) { element throws(EvaluationError) in
        try descend(&element, depth + 1, keys, key + 1, body)
      }
    }
  }
}
