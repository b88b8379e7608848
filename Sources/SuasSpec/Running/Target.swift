import CEL

/// The place in a sub-state that a rule works on: a path with its names resolved.
struct Target: Sendable {
  enum Component: Sendable {
    /// A field of a record whose type is known.
    case field(Int)
    /// A field of an `any`: a map's key or a record's field.
    case member(String)
    /// An element of a list or the value of a map's key.
    case element(Key)
  }

  enum Key: Sendable {
    /// The value of an expression; of a map's key, as one of the key's type.
    case computed(Program, Fit)
    /// What a slot of the frame holds: the place of the element that is being updated.
    case bound(Int)
  }

  /// An element that is being updated: what its slot holds follows what stands in its place.
  struct Item: Sendable {
    let slot: Int
    /// How many components lead to it.
    let depth: Int
  }

  let components: [Component]
  let type: FieldType
  /// The path as the author wrote it, for messages.
  let text: String
  /// The elements being updated that the place lies in.
  let items: [Item]
  /// Whether the path ends in the key of a map, or of an `any`, which may be one.
  let endsInKey: Bool
  /// What stands at a map's key that is not there yet.
  var fallback: Template?

  /// Lets `body` change what stands at the place.
  ///
  /// The indices and keys of the path are evaluated before anything is touched.
  func modify<Result>(
    _ execution: inout Execution, _ body: (inout Value) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    let keys = try keys(&execution)
    let fallback = try fallback?.evaluate(&execution.frame)
    let result = try Self.descend(
      &execution.frame.slots[Execution.stateSlot], components[...], keys[...], fallback, body)
    for item in items {
      execution.frame.slots[item.slot] = try read(
        components.prefix(item.depth), keys, &execution)
    }
    return result
  }

  /// What stands at the place.
  func read(_ execution: inout Execution) throws(EvaluationError) -> Value {
    try read(components[...], try keys(&execution), &execution)
  }

  /// The indices and keys on the way to the place, in order.
  func keys(_ execution: inout Execution) throws(EvaluationError) -> ContiguousArray<Value> {
    var keys = ContiguousArray<Value>()
    for case .element(let key) in components {
      switch key {
      case .computed(let program, let fit):
        let key = try program.evaluate(&execution.frame)
        keys.append(try fit.apply(to: key, &execution.frame))
      case .bound(let slot): keys.append(execution.frame.slots[slot])
      }
    }
    return keys
  }

  private func read(
    _ components: ArraySlice<Component>, _ keys: ContiguousArray<Value>,
    _ execution: inout Execution
  ) throws(EvaluationError) -> Value {
    var value = execution.frame.slots[Execution.stateSlot]
    var key = keys.startIndex
    for component in components {
      switch component {
      case .field(let slot):
        guard case .record(let record) = value else {
          throw .typeMismatch(value, isNot: "a record")
        }
        value = try record.field(slot)
      case .member(let name):
        value = try value.member(name)
      case .element:
        value = try value.element(keys[key])
        key += 1
      }
    }
    return value
  }

  private static func descend<Result>(
    _ value: inout Value, _ components: ArraySlice<Component>,
    _ keys: ArraySlice<Value>, _ fallback: Value?,
    _ body: (inout Value) throws(EvaluationError) -> Result
  ) throws(EvaluationError) -> Result {
    guard let component = components.first else { return try body(&value) }
    let rest = components.dropFirst()
    switch component {
    case .field(let slot):
      return try value.modifyRecord { record throws(EvaluationError) in
        _ = try record.field(slot)
        return try descend(&record[slot], rest, keys, fallback, body)
      }
    case .member(let name):
      return try value.modifyMember(name, rest.isEmpty ? fallback : nil) {
        member throws(EvaluationError) in
        try descend(&member, rest, keys, fallback, body)
      }
    case .element:
      guard let key = keys.first else { return try body(&value) }
      return try value.modifyElement(key, rest.isEmpty ? fallback : nil) {
        element throws(EvaluationError) in
        try descend(&element, rest, keys.dropFirst(), fallback, body)
      }
    }
  }
}
