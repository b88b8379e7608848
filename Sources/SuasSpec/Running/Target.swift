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
    case computed(ComputedKey)
    /// What a slot of the frame holds: the place of the element that is being updated.
    case bound(Int)
  }

  /// A class: what is in the payload of an enum is retained whenever it is looked at.
  final class ComputedKey: Sendable {
    private let program: Program
    private let fit: Fit

    init(_ program: Program, _ fit: Fit) {
      self.program = program
      self.fit = fit
    }

    func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
      try fit.apply(to: try program.evaluate(&frame), &frame)
    }
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

  private let route: Route
  private let keys: ContiguousArray<Key>

  init(
    components: [Component], type: FieldType, text: String, items: [Item], endsInKey: Bool
  ) {
    self.components = components
    self.type = type
    self.text = text
    self.items = items
    self.endsInKey = endsInKey
    route = Route(
      ContiguousArray(
        components.map { component in
          switch component {
          case .field(let slot): .field(slot)
          case .member(let name): .member(name)
          case .element: .element
          }
        }))
    keys = ContiguousArray(
      components.compactMap { if case .element(let key) = $0 { key } else { nil } })
  }
}

// MARK: Running

extension Target {
  /// Lets `body` change what stands at the place.
  ///
  /// The indices and keys of the path are evaluated before anything is touched.
  @inline(__always)
  func modify(
    _ execution: Execution, _ body: (inout Value) throws(EvaluationError) -> Void
  ) throws(EvaluationError) {
    let (place, firstKey) = try open(execution)
    execution.log.note(.value(place.pointee), at: route, firstKey: firstKey)
    try body(&place.pointee)
    try followItems(execution, firstKey)
  }

  /// Lets `body` change the list that stands at the place; it answers how that is undone.
  @inline(__always)
  func modifyList(
    _ execution: Execution, _ body: (inout List) throws(EvaluationError) -> Undo
  ) throws(EvaluationError) {
    let (place, firstKey) = try open(execution)
    guard let list = place.pointee.changingList() else {
      throw .typeMismatch(place.pointee, isNot: "a list")
    }
    let undo = try body(&list.pointee)
    execution.log.note(undo, at: route, firstKey: firstKey)
    try followItems(execution, firstKey)
  }

  /// The place, where it can be changed, and where its keys begin in the log.
  private func open(
    _ execution: Execution
  ) throws(EvaluationError) -> (UnsafeMutablePointer<Value>, firstKey: Int) {
    let firstKey = execution.log.keys.count
    for index in keys.indices {
      execution.log.append(key: try keys[index].evaluate(execution))
    }
    let fallback = try fallback?.evaluate(&execution.frame)
    // The state is to hold what is changed alone.
    for item in items { execution.frame.slots[item.slot] = .null }
    let root = execution.frame.changingPlace(Execution.stateSlot)
    let (place, isNew) = try route.place(
      in: root, execution.log.keys, from: firstKey, steps: route.steps.count, fallback: fallback)
    if isNew { execution.log.note(.absence, at: route, firstKey: firstKey) }
    return (place, firstKey)
  }

  @inline(__always)
  private func followItems(
    _ execution: Execution, _ firstKey: Int
  ) throws(EvaluationError) {
    for item in items {
      execution.frame.slots[item.slot] = try route.read(
        execution.frame.slots[Execution.stateSlot], execution.log.keys, from: firstKey,
        steps: item.depth)
    }
  }

  /// What stands at the place.
  func read(_ execution: Execution) throws(EvaluationError) -> Value {
    try route.read(
      execution.frame.slots[Execution.stateSlot], try keys(execution), from: 0,
      steps: route.steps.count)
  }

  /// The indices and keys on the way to the place, in order.
  func keys(_ execution: Execution) throws(EvaluationError) -> Route.Keys {
    var values = Route.Keys()
    for key in keys { values.append(try key.evaluate(execution)) }
    return values
  }
}

extension Target.Key {
  fileprivate func evaluate(_ execution: Execution) throws(EvaluationError) -> Value {
    switch self {
    case .computed(let key): return try key.evaluate(&execution.frame)
    case .bound(let slot): return execution.frame.slots[slot]
    }
  }
}
