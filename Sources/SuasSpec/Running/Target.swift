import CEL
import Suas

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

  /// How a key is computed, and made to fit.
  struct ComputedKey: Sendable {
    let program: Program
    let fit: Fit

    init(_ program: Program, _ fit: Fit) {
      self.program = program
      self.fit = fit
    }

    /// Whether it is an int as it comes.
    fileprivate var isIndex: Bool {
      if case .proven = fit { program.type == .int && program.isProven } else { false }
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
  var fallback: Template? {
    didSet { way = way.with(fallback: fallback) }
  }

  private var way: Way

  var route: Route { way.route }
  /// Whether there is nothing to do but to go there.
  var isPlain: Bool { way.isPlain }
  /// What computes the only key on the way, where that is an int.
  var index: Program? { way.index }

  init(
    components: [Component], type: FieldType, text: String, items: [Item], endsInKey: Bool
  ) {
    self.components = components
    self.type = type
    self.text = text
    self.items = items
    self.endsInKey = endsInKey
    way = Way(components, items)
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
    let (place, firstKey) = try way.open(execution)
    execution.log.note(.value(place.pointee), at: way.route, firstKey: firstKey)
    try body(&place.pointee)
    try way.followItems(execution, firstKey)
  }

  /// Lets `body` change the list that stands at the place; it answers how that is undone.
  @inline(__always)
  func modifyList(
    _ execution: Execution, _ body: (inout List) throws(EvaluationError) -> Undo
  ) throws(EvaluationError) {
    let (place, firstKey) = try way.open(execution)
    guard let list = place.pointee.changingList() else {
      throw .typeMismatch(place.pointee, isNot: "a list")
    }
    let undo = try body(&list.pointee)
    execution.log.note(undo, at: way.route, firstKey: firstKey)
    try way.followItems(execution, firstKey)
  }

  /// What stands at the place.
  func read(_ execution: Execution) throws(EvaluationError) -> Value {
    let firstKey = execution.log.keys.count
    try way.noteKeys(execution)
    return try way.route.read(
      execution.frame[Execution.stateSlot], execution.log.keys, from: firstKey,
      steps: way.route.steps.count)
  }

  /// The indices and keys on the way to the place, in order.
  func keys(_ execution: Execution) throws(EvaluationError) -> [Value] {
    let firstKey = execution.log.keys.count
    try way.noteKeys(execution)
    return Array(execution.log.keys[firstKey...])
  }
}

/// What of a target is needed when it runs; a class, since a step that holds one holds little.
private final class Way: Sendable {
  let route: Route
  private let keys: ObjectList<KeySource>
  /// What computes the only key, where that is an int.
  let index: Program?
  private let items: [Target.Item]
  private let fallback: Template?
  /// Whether there is nothing to do but to go there.
  let isPlain: Bool

  init(_ components: [Target.Component], _ items: [Target.Item]) {
    self.items = items
    fallback = nil
    isPlain = items.isEmpty
    route = Route(components)
    let all = components.compactMap { if case .element(let key) = $0 { key } else { nil } }
    keys = ObjectList(all.map(KeySource.source))
    index =
      if all.count == 1, case .computed(let key) = all[0], key.isIndex { key.program } else { nil }
  }

  private init(_ way: Way, _ fallback: Template?) {
    route = way.route
    keys = way.keys
    index = way.index
    items = way.items
    self.fallback = fallback
    isPlain = items.isEmpty && fallback == nil
  }

  func with(fallback: Template?) -> Way { Way(self, fallback) }

  /// The place, where it can be changed, and where its keys begin in the log.
  @inline(__always)
  func open(
    _ execution: Execution
  ) throws(EvaluationError) -> (UnsafeMutablePointer<Value>, firstKey: Int) {
    let firstKey = execution.log.keys.count
    try noteKeys(execution)
    guard isPlain else { return (try openWithMore(execution, firstKey), firstKey) }
    let root = execution.frame.changingPlace(Execution.stateSlot)
    return (try route.place(in: root, execution.log.keys, from: firstKey), firstKey)
  }

  /// Adds the route's keys to the log.
  @inline(__always)
  func noteKeys(_ execution: Execution) throws(EvaluationError) {
    if let int = index?.knownInt(execution.frame) { return execution.log.append(key: .int(int)) }
    for index in keys.indices {
      if let error = keys.call(index, { $0.note(in: execution) }) { throw error }
    }
  }

  @inline(never)
  private func openWithMore(
    _ execution: Execution, _ firstKey: Int
  ) throws(EvaluationError) -> UnsafeMutablePointer<Value> {
    let fallback = try fallback?.evaluate(&execution.frame)
    // The state is to hold what is changed alone.
    for item in items { execution.frame[item.slot] = .null }
    let root = execution.frame.changingPlace(Execution.stateSlot)
    let (place, isNew) = try route.place(
      in: root, execution.log.keys, from: firstKey, default: fallback)
    if isNew { execution.log.note(.absence, at: route, firstKey: firstKey) }
    return place
  }

  @inline(__always)
  func followItems(_ execution: Execution, _ firstKey: Int) throws(EvaluationError) {
    if !isPlain { try followAllItems(execution, firstKey) }
  }

  @inline(never)
  private func followAllItems(_ execution: Execution, _ firstKey: Int) throws(EvaluationError) {
    for item in items {
      execution.frame[item.slot] = try route.read(
        execution.frame[Execution.stateSlot], execution.log.keys, from: firstKey,
        steps: item.depth)
    }
  }
}

/// Where a key comes from when its target runs.
private class KeySource: @unchecked Sendable {
  /// Adds the key to the log; answers the error that was met.
  // A function that does not throw, since of one that does the caller holds the source meanwhile.
  func note(in execution: Execution) -> EvaluationError? { nil }

  static func source(_ key: Target.Key) -> KeySource {
    switch key {
    case .computed(let key) where key.isIndex: Index(key.program)
    case .computed(let key): Computed(key)
    case .bound(let slot): Bound(slot)
    }
  }

  private final class Computed: KeySource, @unchecked Sendable {
    private let key: Target.ComputedKey

    init(_ key: Target.ComputedKey) { self.key = key }

    override func note(in execution: Execution) -> EvaluationError? {
      do throws(EvaluationError) {
        let value = try key.program.evaluate(&execution.frame)
        execution.log.append(key: try key.fit.apply(to: value, &execution.frame))
        return nil
      } catch {
        return error
      }
    }
  }

  private final class Index: KeySource, @unchecked Sendable {
    private let program: Program

    init(_ program: Program) { self.program = program }

    override func note(in execution: Execution) -> EvaluationError? {
      do throws(EvaluationError) {
        execution.log.append(key: .int(try program.evaluateInt(&execution.frame)))
        return nil
      } catch {
        return error
      }
    }
  }

  private final class Bound: KeySource, @unchecked Sendable {
    private let slot: Int

    init(_ slot: Int) { self.slot = slot }

    override func note(in execution: Execution) -> EvaluationError? {
      execution.log.append(key: execution.frame[slot])
      return nil
    }
  }
}
