import CEL
import Suas
import YAML

/// One reducer of a spec, as a store runs it.
final class SpecReducer: StatePart {
  private let definition: Definition

  /// The run of the rules on the action under way, or on the last one: it can be undone.
  private let execution = Execution()

  /// Those of the reducer's rules; here, since what is reached by way of others is counted.
  private let shortcuts: ObjectList<Shortcut>

  /// Room for the payloads of actions that have no record.
  private let rooms: PayloadRooms

  /// What the reducers of all stores have in common.
  private struct Definition {
    let compiled: CompiledReducer
    let limits: Limits
    let types: TypeTable
    let reader: SpecActionReader
    let probe: Probe?
    let allowsShortcuts: Bool
  }

  convenience init(_ compiled: CompiledReducer, of spec: CompiledSpec, reader: SpecActionReader) {
    self.init(
      Definition(
        compiled: compiled, limits: spec.limits, types: spec.checked.types, reader: reader,
        probe: spec.probe,
        allowsShortcuts: compiled.allowsShortcuts(within: spec.limits, spec.probe)))
  }

  private init(_ definition: Definition) {
    self.definition = definition
    shortcuts = definition.compiled.rules.shortcuts
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

  func reduce(
    _ state: UnsafeMutablePointer<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    withUnsafePointer(to: action) { action in
      guard let action = action.held(as: SpecAction.self) else { return .unchanged }
      execution.log.clear()
      guard let kind else { return reduceUnread(state.record, action) }
      return reduce(state.record, action, kind)
    }
  }

  /// Reduces an action whose kind nobody told: it may be another spec's, or be refused as it is.
  @inline(never)
  private func reduceUnread(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>
  ) -> PartOutcome {
    guard definition.reader.knows(action.pointee) else { return .unchanged }
    if let refusal = action.pointee.refusal { return .refused(Refusal(refusal)) }
    let rules = compiled.rules.place(of: action.pointee.head.id)
    return rules.map { reduce(state, action, $0) } ?? .unchanged
  }

  /// Does what the rules say that stand at a place of the reducer's table.
  @inline(__always)
  private func reduce(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>, _ rules: Int
  ) -> PartOutcome {
    if definition.allowsShortcuts, shortcuts.call(rules, { $0.run(state, action, execution) }) {
      return .changed
    }
    return definition.probe == nil
      ? runRules(state, action, rules) : runRulesWatched(state, action, rules)
  }

  @inline(never)
  private func runRulesWatched(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>, _ rules: Int
  ) -> PartOutcome {
    let trace = definition.probe?.trace
    trace?.enter(
      .reducing(
        reducer: compiled.name, stateKey: compiled.stateKey, action: action.pointee.name))
    defer { trace?.leave() }
    return runRules(state, action, rules)
  }

  @inline(never)
  private func runRules(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>, _ rules: Int
  ) -> PartOutcome {
    let error = compiled.run(
      rules, on: state, payload(of: action, rules), definition.limits, execution)
    if let error { return refused(by: error) }
    guard execution.handled else { return .unchanged }
    return compiled.isConstrained ? judge(state) : .changed
  }

  @inline(never)
  private func refused(by error: EvaluationError) -> PartOutcome {
    .refused(Refusal(error.asRefusal(by: execution)))
  }

  @inline(never)
  private func judge(_ state: UnsafeMutablePointer<Record>) -> PartOutcome {
    let violation = compiled.violation(in: state.pointee, after: execution, types)
    return violation.map { .refused(Refusal(ActionError($0))) } ?? .changed
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
    // Ints have nothing that must be let go of.
    let fields = record.pointee.changingFields()
    for field in fields.indices {
      fields.initializeElement(at: field, to: .int(action.pointee.int(field)))
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
  func asRefusal(by execution: Execution) -> ActionError {
    var error = ActionError(
      code: code, message: messageWithinLimits,
      place: execution.failed.map(ActionError.Place.init))
    error.isDeliberate = execution.isDeliberate
    return error
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
