import CEL
import Suas
import YAML

/// One reducer of a spec, as a store runs it.
final class SpecReducer: StatePart {
  private let definition: Definition

  /// The run of the rules on the action under way, or on the last one: it can be undone.
  private let execution = Execution()

  /// What the reducers of all stores have in common.
  private struct Definition {
    let name: String
    let stateKey: StateKey
    let initial: Record
    let actionTypes: ContiguousArray<ActionType>
    /// By the action's id.
    let rules: ContiguousArray<[CheckedRule]>
    let state: RecordType
    let leaves: LeafCount
    let limits: Limits
    let types: TypeTable
    /// Whether a constraint stands in the state.
    let isConstrained: Bool
    let reader: SpecActionReader
    let probe: Probe?
  }

  init(
    _ reducer: CheckedReducer, actionTypes: [ActionType], types: TypeTable, limits: Limits,
    reader: SpecActionReader, probe: Probe?
  ) {
    let type = FieldType.record(reducer.state.name)
    definition = Definition(
      name: reducer.name,
      stateKey: reducer.stateKey, initial: reducer.initial,
      actionTypes: ContiguousArray(actionTypes),
      rules: ContiguousArray(actionTypes.map { reducer.rules[$0.id] ?? [] }),
      state: reducer.state, leaves: LeafCount(type, types), limits: limits, types: types,
      isConstrained: types.hasConstraints(type), reader: reader, probe: probe)
    execution.probe = probe
  }

  private init(_ definition: Definition) {
    self.definition = definition
    execution.probe = definition.probe
  }

  func forOneStore() -> any StatePart { SpecReducer(definition) }

  var stateKey: StateKey { definition.stateKey }
  var state: RecordType { definition.state }
  var types: TypeTable { definition.types }
  var reader: (any ActionReader)? { definition.reader }
  var initialState: Any { definition.initial }
  var canRollBack: Bool { true }

  func accepts(_ state: Any) -> Bool {
    (state as? Record)?.shape.name == definition.initial.shape.name
  }

  func reduce(_ state: inout Any, action: any Action) throws(ActionError) -> Bool {
    // Looked at in its place: a cast takes five times as long, and a copy is held three times.
    func open<Actual: Action>(_ action: Actual) throws(ActionError) -> Bool {
      guard Actual.self == SpecAction.self else { return false }
      return try withUnsafePointer(to: action) { action throws(ActionError) in
        try reduce(&state, UnsafeRawPointer(action).assumingMemoryBound(to: SpecAction.self))
      }
    }
    return try _openExistential(action, do: open)
  }

  private func reduce(
    _ state: inout Any, _ place: UnsafePointer<SpecAction>
  ) throws(ActionError) -> Bool {
    let id = place.pointee.type.id
    guard id < definition.actionTypes.count, definition.actionTypes[id] === place.pointee.type
    else { return false }
    execution.log.clear()
    if let refusal = place.pointee.refusal { throw refusal }
    let rules = definition.rules[id]
    guard !rules.isEmpty else { return false }
    let trace = definition.probe?.trace
    trace?.enter(
      .reducing(
        reducer: definition.name, stateKey: definition.stateKey, action: place.pointee.name))
    defer { trace?.leave() }
    // The execution alone holds the sub-state, so that what no other state shares changes in place.
    execution.begin(
      Record(known: state), place.pointee.payload, budget: definition.limits.cost)
    state = ()
    defer { state = execution.end() ?? definition.initial }
    do throws(EvaluationError) {
      try execution.run(rules)
      try execution.checkSize(definition.leaves, definition.limits)
    } catch {
      throw ActionError(
        code: error.code, message: error.message,
        place: execution.failed.map(ActionError.Place.init))
    }
    if definition.isConstrained, execution.handled { try judge() }
    return execution.handled
  }

  private func judge() throws(ActionError) {
    guard case .record(let changed) = execution.frame.slots[Execution.stateSlot],
      execution.log.breaksConstraint(types, of: state, in: changed)
    else { return }
    do throws(ConstraintViolation) {
      // The first one that is broken, in the order of the fields.
      try types.judge(changed, state)
    } catch {
      throw ActionError(error)
    }
  }

  func rollBack(_ state: inout Any) {
    var root = Value.record(Record(known: state))
    state = ()
    execution.log.undo(in: &root)
    if case .record(let record) = root { state = record }
  }
}

extension Execution {
  /// Refuses a state that is too large. What costs little cannot have made it much larger: then
  /// nobody looks, so that a dispatch costs what it does and not what the state holds.
  fileprivate func checkSize(_ leaves: LeafCount, _ limits: Limits) throws(EvaluationError) {
    let spent = limits.cost - frame.budget
    guard spent > 1000 || limits.leaves < Limits().leaves else { return }
    var left = limits.leaves
    guard leaves.take(frame.slots[Self.stateSlot], from: &left) else {
      throw .tooLarge(limit: limits.leaves)
    }
  }
}

extension Record {
  /// A sub-state, which the store has seen to be a record.
  init(known state: Any) {
    func open<Actual>(_ actual: Actual) -> Record {
      Actual.self == Record.self ? unsafeBitCast(actual, to: Record.self) : actual as! Record
    }
    self = _openExistential(state, do: open)
  }
}

extension ActionError {
  init(_ violation: ConstraintViolation) {
    self.init(
      code: "constraint-violated", message: violation.message,
      place: Place(violation.constraint.place))
  }
}

extension ActionError.Place {
  package init(_ range: SourceRange) {
    let location = range.source.location(of: range.lowerBound)
    self.init(file: range.source.name, line: location.line + 1, column: location.column + 1)
  }
}
