import CEL
import Suas
import SuasProgram

/// The path to a target: a route, and the plans for its keys.
///
/// It is a class, so that a step that holds one is small.
final class TargetPlan: Sendable {
  let components: [Target.Component]
  let route: Route
  private let keys: ObjectList<KeySource>
  /// The plan for the only key on the path, if that is an int.
  let index: ExpressionPlan?
  private let items: [Target.Item]
  private let fallback: PlannedTemplate?
  /// True if the route alone leads to the target, without a fallback or items to update.
  let isPlain: Bool

  init(_ target: Target) {
    components = target.components
    items = target.items
    fallback = target.fallback?.planned()
    isPlain = items.isEmpty && fallback == nil
    route = Route(target.components)
    let keys = target.components.compactMap { component -> KeySource? in
      if case .element(let key) = component { KeySource.source(key) } else { nil }
    }
    self.keys = ObjectList(keys)
    index = keys.count == 1 ? keys[0].index : nil
  }

  /// Lets `body` change the value at the place.
  ///
  /// The indices and keys of the path are evaluated before anything is changed.
  @inline(__always)
  func modify(
    _ execution: Execution, _ body: (inout Value) throws(EvaluationError) -> Void
  ) throws(EvaluationError) {
    let (place, firstKey) = try open(execution)
    execution.log.note(.value(place.pointee), at: route, firstKey: firstKey)
    try body(&place.pointee)
    try followItems(execution, firstKey)
  }

  /// Lets `body` change the list at the place; `body` returns the inverse.
  @inline(__always)
  func modifyList(
    _ execution: Execution, _ body: (inout List) throws(EvaluationError) -> Undo
  ) throws(EvaluationError) {
    let (place, firstKey) = try open(execution)
    let undo = try place.pointee.modifyList(body)
    execution.log.note(undo, at: route, firstKey: firstKey)
    try followItems(execution, firstKey)
  }

  /// The value at the place.
  func read(_ execution: Execution) throws(EvaluationError) -> Value {
    let firstKey = execution.log.keys.count
    try noteKeys(execution)
    return try route.read(
      execution.frame[Execution.stateSlot], execution.log.keys, from: firstKey,
      steps: route.steps.count)
  }

  /// The value at the place, or the fallback if its map lacks the key.
  func readOrFallback(_ execution: Execution) throws(EvaluationError) -> Value {
    let firstKey = execution.log.keys.count
    try noteKeys(execution)
    if let fallback = try neededFallback(execution, firstKey) { return fallback }
    return try route.read(
      execution.frame[Execution.stateSlot], execution.log.keys, from: firstKey,
      steps: route.steps.count)
  }

  /// The value for the key at the end of the path; nil if the key is there, or nothing can be put
  /// there.
  private func neededFallback(
    _ execution: Execution, _ firstKey: Int
  ) throws(EvaluationError) -> Value? {
    guard let fallback else { return nil }
    let keys = execution.log.keys
    guard let key = route.lastKey(keys, from: firstKey), key.isMapKey,
      case .map(let map)? = try? route.read(
        execution.frame[Execution.stateSlot], keys, from: firstKey, steps: route.steps.count - 1),
      map[key] == nil
    else { return nil }
    return try fallback.evaluate(&execution.frame)
  }

  /// The indices and keys on the path to the place, in order.
  func keys(_ execution: Execution) throws(EvaluationError) -> [Value] {
    let firstKey = execution.log.keys.count
    try noteKeys(execution)
    return Array(execution.log.keys.array(from: firstKey))
  }

  /// The place as a pointer to change it, and the index of its first key in the log.
  @inline(__always)
  private func open(
    _ execution: Execution
  ) throws(EvaluationError) -> (Inout<Value>, firstKey: Int) {
    let firstKey = execution.log.keys.count
    try noteKeys(execution)
    guard isPlain else { return (try openWithMore(execution, firstKey), firstKey) }
    let root = execution.frame.changingPlace(Execution.stateSlot)
    return (try route.place(in: root, execution.log.keys, from: firstKey), firstKey)
  }

  /// Adds the route's keys to the log.
  @inline(__always)
  private func noteKeys(_ execution: Execution) throws(EvaluationError) {
    if let int = index?.knownInt(execution.frame) { return execution.log.append(key: .int(int)) }
    for index in keys.indices {
      if let error = keys.call(index, { $0.note(in: execution) }) { throw error }
    }
  }

  @inline(never)
  private func openWithMore(
    _ execution: Execution, _ firstKey: Int
  ) throws(EvaluationError) -> Inout<Value> {
    let fallback = try neededFallback(execution, firstKey)
    // Nothing but the state may hold the value that is changed.
    for item in items { execution.frame[item.slot] = .null }
    let root = execution.frame.changingPlace(Execution.stateSlot)
    let (place, isNew) = try route.place(
      in: root, execution.log.keys, from: firstKey, default: fallback)
    if isNew { execution.log.note(.absence, at: route, firstKey: firstKey) }
    return place
  }

  /// Runs `body` on the place; a map's key that is made for it is dropped again unless a rule in
  /// `body` counts as having changed the state.
  func keepingNewKey(
    _ execution: Execution, _ body: () throws(EvaluationError) -> Void
  ) throws(EvaluationError) {
    guard fallback != nil else { return try body() }
    let firstKey = execution.log.keys.count
    try noteKeys(execution)
    let value = try neededFallback(execution, firstKey)
    for item in items { execution.frame[item.slot] = .null }
    let root = execution.frame.changingPlace(Execution.stateSlot)
    let (_, isNew) = try route.place(in: root, execution.log.keys, from: firstKey, default: value)
    let mark = execution.log.changes.count
    if isNew { execution.log.note(.absence, at: route, firstKey: firstKey) }
    try followItems(execution, firstKey)
    guard isNew else { return try body() }
    if try !execution.counts(body) {
      for item in items { execution.frame[item.slot] = .null }
      execution.log.undo(in: execution.frame.changingPlace(Execution.stateSlot), downTo: mark)
      try followItems(execution, firstKey)
    }
  }

  /// Moves the record at the place out while rules run on it alone, and then puts it back.
  ///
  /// - Parameters:
  ///   - fit: The check of the value at the place, which may be an `any`.
  ///   - body: Runs the rules; it returns the record as they left it, and the error that they met.
  func lend(
    _ execution: Execution, fitting fit: Fit, as name: String,
    _ body: (consuming Value) -> (record: Value, error: EvaluationError?)
  ) throws(EvaluationError) {
    let firstKey = execution.log.keys.count
    try noteKeys(execution)
    for item in items { execution.frame[item.slot] = .null }
    guard case .judged = fit else {
      return try lendRecord(execution, firstKey, as: name, body)
    }
    let old = try place(execution, firstKey).pointee
    let record = try fit.apply(to: old, &execution.frame)
    let mark = execution.log.changes.count
    execution.log.note(.value(old), at: route, firstKey: firstKey)
    try place(execution, firstKey).pointee = record
    let counts = try execution.counts { () throws(EvaluationError) in
      try lendRecord(execution, firstKey, as: name, body)
    }
    // The old value undoes all that the rules did to the record, which is none in an `any`.
    execution.log.forget(downTo: counts ? mark + 1 : mark)
    for item in items { execution.frame[item.slot] = .null }
    let end = try place(execution, firstKey)
    end.pointee = counts ? try end.pointee.likeJSON() : old
    try followItems(execution, firstKey)
  }

  /// The place as a pointer to change it, whose keys are in the log.
  private func place(
    _ execution: Execution, _ firstKey: Int
  ) throws(EvaluationError) -> Inout<Value> {
    let root = execution.frame.changingPlace(Execution.stateSlot)
    return try route.place(
      in: root, execution.log.keys, from: firstKey, steps: route.steps.count)
  }

  private func lendRecord(
    _ execution: Execution, _ firstKey: Int, as name: String,
    _ body: (consuming Value) -> (record: Value, error: EvaluationError?)
  ) throws(EvaluationError) {
    let place = try place(execution, firstKey)
    guard case .record = place.pointee else {
      throw .typeMismatch(place.pointee, isNot: "the record of '\(name)'")
    }
    execution.log.note(.opening, at: route, firstKey: firstKey)
    let isWatched = execution.isWatched
    if isWatched {
      execution.lenders.append(
        Execution.Lender(
          state: execution.frame[Execution.stateSlot], route: route, firstKey: firstKey))
    }
    let record = place.take()
    // Not null, which would be a variant's absent case.
    place.put(.bool(false))
    let (result, error) = body(record)
    if isWatched { execution.lenders.removeLast() }
    try self.place(execution, firstKey).pointee = result
    execution.log.note(.closing, at: route, firstKey: firstKey)
    if let error { throw error }
    try followItems(execution, firstKey)
  }

  @inline(__always)
  private func followItems(_ execution: Execution, _ firstKey: Int) throws(EvaluationError) {
    if !isPlain { try followAllItems(execution, firstKey) }
  }

  @inline(never)
  private func followAllItems(_ execution: Execution, _ firstKey: Int) throws(EvaluationError) {
    for item in items {
      execution.frame[item.slot] = try read(item, execution, firstKey)
    }
  }
}

extension TargetPlan {
  /// The value at an item's place; null if the rest of the path no longer leads there.
  private func read(
    _ item: Target.Item, _ execution: Execution, _ firstKey: Int
  ) throws(EvaluationError) -> Value {
    var value = try route.read(
      execution.frame[Execution.stateSlot], execution.log.keys, from: firstKey, steps: item.depth)
    for slot in item.rest {
      guard case .record(let record) = value else { return .null }
      value = record[slot]
    }
    return value
  }
}

/// The source of a key when a target's rule runs.
private class KeySource: @unchecked Sendable {
  /// Adds the key to the log; returns the error that it met.
  // It does not throw, since the caller of a throwing function retains the source during the call.
  func note(in execution: Execution) -> EvaluationError? { nil }

  /// The plan for the key, if that is proven to be an int.
  var index: ExpressionPlan? { nil }

  static func source(_ key: Target.Key) -> KeySource {
    switch key {
    case .computed(let key, .proven) where key.type == .int && key.isProven:
      Index(key.planned())
    case .computed(let key, let fit): Computed(key.planned(), fit)
    case .bound(let slot): Bound(slot)
    }
  }

  private final class Computed: KeySource, @unchecked Sendable {
    private let program: ExpressionPlan
    private let fit: Fit

    init(_ program: ExpressionPlan, _ fit: Fit) {
      self.program = program
      self.fit = fit
    }

    override func note(in execution: Execution) -> EvaluationError? {
      do throws(EvaluationError) {
        let value = try program.evaluate(&execution.frame)
        execution.log.append(key: try fit.apply(to: value, &execution.frame))
        return nil
      } catch {
        return error
      }
    }
  }

  private final class Index: KeySource, @unchecked Sendable {
    private let program: ExpressionPlan

    init(_ program: ExpressionPlan) { self.program = program }

    override var index: ExpressionPlan? { program }

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
