import CEL
import Suas
import YAML

/// One reducer of a spec, as the store runs it.
struct SpecReducer: StatePart {
  let stateKey: StateKey
  private let initial: Record
  private let actionTypes: [ActionType]
  /// By the action's id.
  private let rules: [[CheckedRule]]
  let state: RecordType
  private let leaves: LeafCount
  /// The types by which the state's constraints are judged; nil where it has none.
  private let constrained: TypeTable?
  let types: TypeTable
  let reader: (any ActionReader)?

  init(
    _ reducer: CheckedReducer, actionTypes: [ActionType], types: TypeTable,
    reader: SpecActionReader
  ) {
    self.types = types
    self.reader = reader
    stateKey = reducer.stateKey
    initial = reducer.initial
    state = reducer.state
    leaves = LeafCount(.record(reducer.state.name), types)
    constrained = types.hasConstraints(.record(reducer.state.name)) ? types : nil
    self.actionTypes = actionTypes
    rules = actionTypes.map { reducer.rules[$0.id] ?? [] }
  }

  var initialState: Any { initial }

  func accepts(_ state: Any) -> Bool { (state as? Record)?.shape.name == initial.shape.name }

  func reduce(_ state: inout Any, action: any Action) throws(ActionError) -> Bool {
    guard let action = action as? SpecAction, actionTypes.indices.contains(action.type.id),
      actionTypes[action.type.id] === action.type
    else { return false }
    if let refusal = action.refusal { throw refusal }
    let rules = rules[action.type.id]
    guard !rules.isEmpty, let record = state as? Record else { return false }
    // The execution alone holds the sub-state, so that what no other state shares changes in place.
    state = ()
    var execution = Execution(state: record, payload: action.payload)
    do throws(EvaluationError) {
      try execution.run(rules)
      try execution.checkSize(leaves)
    } catch {
      throw ActionError(
        code: error.code, message: error.message,
        place: execution.failed.map(ActionError.Place.init))
    }
    let changed = execution.takeState() ?? initial
    if execution.handled, let constrained {
      do throws(ConstraintViolation) {
        try constrained.judge(changed, self.state)
      } catch {
        throw ActionError(error)
      }
    }
    state = changed
    return execution.handled
  }
}

extension Execution {
  init(state: Record, payload: Record) {
    frame = Frame(
      slots: [.record(state), .record(payload)], budget: CompiledSpec.defaultBudget)
  }

  /// Refuses a state that is too large. What costs little cannot have made it much larger: then
  /// nobody looks, so that a dispatch costs what it does and not what the state holds.
  fileprivate func checkSize(_ leaves: LeafCount) throws(EvaluationError) {
    let spent = CompiledSpec.defaultBudget - frame.budget
    guard spent > 1000 else { return }
    var left = LeafCount.maximum
    guard leaves.take(frame.slots[Self.stateSlot], from: &left) else { throw .tooLarge }
  }

  /// The sub-state as the rules have left it.
  fileprivate mutating func takeState() -> Record? {
    guard case .record(let record) = frame.slots[Self.stateSlot] else { return nil }
    frame.slots[Self.stateSlot] = .null
    return record
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
  init(_ range: SourceRange) {
    let location = range.source.location(of: range.lowerBound)
    self.init(file: range.source.name, line: location.line + 1, column: location.column + 1)
  }
}
