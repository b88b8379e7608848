import CEL
import Suas
import YAML

/// One reducer of a spec, as a store runs it.
final class SpecReducer: StatePart {
  private let definition: Definition

  /// The run of the rules on the action under way, or on the last one: it can be undone.
  private let execution = Execution()

  /// Room for the payloads of actions that have no record.
  private let rooms: PayloadRooms

  /// What the reducers of all stores have in common.
  private struct Definition {
    let compiled: CompiledReducer
    let actionTypes: ContiguousArray<ActionType>
    let limits: Limits
    let types: TypeTable
    let reader: SpecActionReader
    let probe: Probe?
  }

  convenience init(_ compiled: CompiledReducer, of spec: CompiledSpec, reader: SpecActionReader) {
    self.init(
      Definition(
        compiled: compiled, actionTypes: spec.actionTypes, limits: spec.limits,
        types: spec.checked.types, reader: reader, probe: spec.probe))
  }

  private init(_ definition: Definition) {
    self.definition = definition
    rooms = PayloadRooms(count: definition.compiled.rules.actions.count)
    execution.probe = definition.probe
  }

  func forOneStore() -> any StatePart { SpecReducer(definition) }

  private var compiled: CompiledReducer { definition.compiled }
  var stateKey: StateKey { compiled.stateKey }
  var state: RecordType { compiled.state }
  var types: TypeTable { definition.types }
  var reader: (any ActionReader)? { definition.reader }
  var initialState: Any { compiled.initial }
  var canRollBack: Bool { true }
  var handledKinds: [Int]? { Array(compiled.rules.actions) }

  func accepts(_ state: Any) -> Bool {
    (state as? Record)?.shape.name == compiled.initial.shape.name
  }

  func reduce(_ state: inout Any, action: any Action) throws(ActionError) -> Bool {
    try withUnsafePointer(to: action) { place throws(ActionError) in
      guard let action = place.held(as: SpecAction.self) else { return false }
      let id = action.pointee.head.id
      guard id < definition.actionTypes.count else { return false }
      if definition.actionTypes[id] !== action.pointee.head {
        guard definition.actionTypes[id] === action.pointee.type else { return false }
        execution.log.clear()
        if let refusal = action.pointee.refusal { throw refusal }
      }
      execution.log.clear()
      guard let rules = compiled.rules.place(of: id) else { return false }
      return try withUnsafeMutablePointer(to: &state) { place throws(ActionError) in
        guard definition.probe == nil else {
          return try reduceWatched(place.record, action, rules)
        }
        return try reduce(place.record, action, rules)
      }
    }
  }

  @inline(never)
  private func reduceWatched(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>, _ rules: Int
  ) throws(ActionError) -> Bool {
    let trace = definition.probe?.trace
    trace?.enter(
      .reducing(
        reducer: compiled.name, stateKey: compiled.stateKey, action: action.pointee.name))
    defer { trace?.leave() }
    return try reduce(state, action, rules)
  }

  /// Runs the rules that stand at a place of the reducer's table.
  @inline(__always)
  private func reduce(
    _ subState: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>, _ rules: Int
  ) throws(ActionError) -> Bool {
    // The execution alone holds the sub-state, so that what no other state shares changes in place.
    execution.begin(subState.move(), payload(of: action, rules), budget: definition.limits.cost)
    defer { subState.initialize(to: execution.end() ?? compiled.initial) }
    do throws(EvaluationError) {
      if let error = compiled.rules.run(at: rules, execution) { throw error }
      try execution.checkSize(compiled.leaves, definition.limits)
    } catch {
      throw error.asRefusal(by: execution.failed)
    }
    if compiled.isConstrained, execution.handled,
      let violation = execution.violation(of: state, types)
    {
      throw ActionError(violation)
    }
    return execution.handled
  }

  /// The action's payload, as something that holds it while the rules run.
  @inline(__always)
  private func payload(
    of action: UnsafePointer<SpecAction>, _ rules: Int
  ) -> UnsafePointer<Record> {
    if let record = action.record { return record }
    return rooms.payload(of: action, rules)
  }

  func rollBack(_ state: inout Any) {
    withUnsafeMutablePointer(to: &state) { execution.undo(in: $0.record) }
  }
}

/// Records, one for each type of actions that have rules, that payloads of ints are put into one after
/// the other.
private final class PayloadRooms {
  private let count: Int
  /// By the place of the type's rules; made when the first such action comes.
  private var records: UnsafeMutablePointer<Record?>?

  init(count: Int) { self.count = count }

  deinit {
    records?.deinitialize(count: count)
    records?.deallocate()
  }

  /// The record stays as it is until the next call, and beyond it where the rules have kept it: then
  /// a copy is changed.
  @inline(never)
  func payload(of action: UnsafePointer<SpecAction>, _ index: Int) -> UnsafePointer<Record> {
    precondition(index < count)
    let place = (records ?? makeRoom()) + index
    if place.pointee == nil { place.pointee = action.pointee.type.recordOfInts }
    // What an optional holds lies where the optional does.
    let record = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Record.self)
    let ints = action.pointee.ints
    // Ints have nothing that must be let go of.
    let fields = record.pointee.changingFields()
    if fields.count == 2 {
      let (first, second) = SpecAction.pair(ints)
      fields.initializeElement(at: 0, to: first)
      fields.initializeElement(at: 1, to: second)
    } else {
      fields.initializeElement(at: 0, to: .int(Int64(bitPattern: ints)))
    }
    return UnsafePointer(record)
  }

  private func makeRoom() -> UnsafeMutablePointer<Record?> {
    let made = UnsafeMutablePointer<Record?>.allocate(capacity: count)
    made.initialize(repeating: nil, count: count)
    records = made
    return made
  }
}

extension ActionType {
  fileprivate var recordOfInts: Record {
    Record(payload.shape, payload.fields.map { _ in .int(0) })
  }
}

extension UnsafePointer<SpecAction> {
  /// Where the action holds its payload; nil where that is ints.
  @inline(__always)
  var record: UnsafePointer<Record>? {
    guard pointee.record != nil, let place = pointer(to: \.record) else { return nil }
    // What an optional holds lies where the optional does.
    return UnsafeRawPointer(place).assumingMemoryBound(to: Record.self)
  }
}

extension Execution {
  /// Refuses a state that is too large. What costs little cannot have made it much larger: then
  /// nobody looks, so that a dispatch costs what it does and not what the state holds.
  func checkSize(_ leaves: LeafCount, _ limits: Limits) throws(EvaluationError) {
    let spent = limits.cost - frame.budget
    guard spent > 1000 || limits.leaves < Limits().leaves else { return }
    var left = limits.leaves
    guard leaves.take(frame.slots[Self.stateSlot], from: &left) else {
      throw .tooLarge(limit: limits.leaves)
    }
  }

  /// The constraint that what the rules changed breaks, the first one in the order of the fields.
  func violation(of type: RecordType, _ types: TypeTable) -> ConstraintViolation? {
    guard case .record(let changed) = frame.slots[Self.stateSlot],
      log.breaksConstraint(types, of: type, in: changed)
    else { return nil }
    do throws(ConstraintViolation) {
      try types.judge(changed, type)
      return nil
    } catch {
      return error
    }
  }

  /// Undoes what the rules did, in the sub-state as they left it.
  func undo(in state: UnsafeMutablePointer<Record>) {
    var root = Value.record(state.move())
    log.undo(in: &root)
    guard case .record(let record) = root else {
      preconditionFailure("what was a record is none any more")
    }
    state.initialize(to: record)
  }
}

extension UnsafeMutablePointer<Any> {
  /// Where the sub-state is, which the store has seen to be a record.
  @inline(__always)
  fileprivate var record: UnsafeMutablePointer<Record> {
    guard let place = held(as: Record.self) else {
      preconditionFailure("a sub-state of a spec is a record")
    }
    return place
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

extension EvaluationError {
  /// The error as a store tells it.
  func asRefusal(by rule: SourceRange?) -> ActionError {
    ActionError(code: code, message: message, place: rule.map(ActionError.Place.init))
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
