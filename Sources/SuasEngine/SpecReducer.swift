import CEL
import Suas
import SuasProgram
import YAML

/// One reducer of a spec, as a store runs it.
final class SpecReducer: SpecPart {
  private let definition: Definition

  /// The run of each action.
  private let run: ReducerRun
  /// The execution of the run, held here for the same reason as the shortcuts.
  private let execution: Execution

  /// The reducer's shortcuts, held here because access through other objects is reference-counted.
  private let shortcuts: ObjectList<Shortcut>

  /// Storage for the payloads of actions that have no record.
  private let rooms: PayloadRooms

  /// The run on the history of the sub-state; nil if none is kept.
  var history: HistoryRun? { run.history }

  private let held = ExistentialAccess()
  /// True if a payload can be accessed in place in its action.
  private let holdsInPlace = LayoutAssumptions.present.optionalsHoldInPlace

  /// The data that the reducers of all stores share.
  private struct Definition {
    let compiled: CompiledReducer
    let limits: Limits
    let types: TypeTable
    let reader: SpecActionReader
    let probe: Probe?
    let allowsShortcuts: Bool
    let store: StoreShape
  }

  convenience init(_ compiled: CompiledReducer, of spec: CompiledSpec, reader: SpecActionReader) {
    self.init(
      Definition(
        compiled: compiled, limits: spec.limits, types: spec.checked.types, reader: reader,
        probe: spec.probe,
        allowsShortcuts: compiled.history == nil
          && compiled.allowsShortcuts(within: spec.limits),
        store: spec.store))
  }

  private init(_ definition: Definition) {
    self.definition = definition
    shortcuts = definition.compiled.rules.shortcuts
    rooms = PayloadRooms(count: definition.compiled.rules.actions.count)
    run = ReducerRun(
      definition.compiled, definition.limits, definition.types, definition.probe)
    execution = run.execution
  }

  func forOneStore() -> any StatePart { SpecReducer(definition) }

  private var compiled: CompiledReducer { definition.compiled }
  var stateKey: String { compiled.stateKey }
  var state: RecordType { compiled.state }
  var types: TypeTable { definition.types }
  var reader: (any ActionReader)? { definition.reader }
  var initialState: Any { compiled.initial }
  var undoesChanges: Bool { true }
  var readsWholeState: Bool { !compiled.rules.readsStore.isEmpty }

  func lend(_ state: Store.State?, kind: Int?) {
    guard let state else {
      execution.store = nil
      return
    }
    guard kind.map(compiled.rules.readsStore(at:)) ?? true else { return }
    execution.store = definition.store.record(of: state)
  }

  var handledKinds: [Int]? { compiled.kinds }

  func reduce(
    _ state: Inout<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    withBorrow(of: action) { action in
      guard let action = held.place(of: action, as: SpecAction.self),
        let state = held.place(of: state, as: Record.self)
      else { return reduceElsewhere(state, action, kind) }
      execution.log.clear()
      guard let kind else { return reduceUnread(state, action) }
      return reduce(state, action, kind)
    }
  }

  /// Reduces an action that is not one of a spec's, or is not known to lie where it is held.
  @inline(never)
  private func reduceElsewhere(
    _ state: Inout<Any>, _ action: Borrow<any Action>, _ kind: Int?
  ) -> PartOutcome {
    held.read(action, as: SpecAction.self) { action in
      run.begin()
      return modify(state) { state in
        guard let kind else { return reduceUnread(state, action) }
        return reduce(state, action, kind)
      }
    } ?? .unchanged
  }

  /// Lets `body` change a sub-state, which the store has seen to be a record.
  private func modify<Result>(_ state: Inout<Any>, _ body: (Inout<Record>) -> Result) -> Result {
    guard let result = held.modify(state, as: Record.self, body) else {
      preconditionFailure("a sub-state of a spec is a record")
    }
    return result
  }

  /// Reduces an action of an unknown kind: it may be another spec's, or invalid in itself.
  @inline(never)
  private func reduceUnread(
    _ state: Inout<Record>, _ action: Borrow<SpecAction>
  ) -> PartOutcome {
    run.begin()
    guard definition.reader.knows(action.pointee) else { return .unchanged }
    if let refusal = action.pointee.refusal { return .refused(Refusal(refusal)) }
    let rules = compiled.rules.place(of: action.pointee.head.id)
    return rules.map { reduce(state, action, $0) } ?? .unchanged
  }

  /// Runs the rules at an index of the reducer's table.
  @inline(__always)
  private func reduce(
    _ state: Inout<Record>, _ action: Borrow<SpecAction>, _ rules: Int
  ) -> PartOutcome {
    if definition.allowsShortcuts, shortcuts.call(rules, { $0.run(state, action, execution) }) {
      return .changed(PartChange(run))
    }
    return definition.probe == nil
      ? runRules(state, action, rules) : runRulesWatched(state, action, rules)
  }

  private func enter(_ action: Borrow<SpecAction>, _ trace: TraceRecorder) {
    trace.enter(
      .reducing(
        reducer: compiled.name, stateKey: compiled.stateKey, action: action.pointee.name))
  }

  @inline(never)
  private func runRulesWatched(
    _ state: Inout<Record>, _ action: Borrow<SpecAction>, _ rules: Int
  ) -> PartOutcome {
    guard let trace = definition.probe?.trace else { return runRules(state, action, rules) }
    enter(action, trace)
    defer { trace.leave() }
    return runRules(state, action, rules)
  }

  @inline(never)
  private func runRules(
    _ state: Inout<Record>, _ action: Borrow<SpecAction>, _ rules: Int
  ) -> PartOutcome {
    switch run.run(rules, of: compiled, on: state, payload(of: action, rules)) {
    case .unchanged: .unchanged
    case .changed: .changed(PartChange(run))
    case .failed(let error): .refused(Refusal(error.asRefusal(by: execution)))
    case .misfit(let error): .refused(Refusal(error))
    }
  }

  /// The record that holds the action's payload while the rules run.
  @inline(__always)
  private func payload(
    of action: Borrow<SpecAction>, _ rules: Int
  ) -> Borrow<Record> {
    if let record = action.record(holdsInPlace) { return record }
    return rooms.payload(of: action, rules)
  }
}

/// Records for payloads of ints, one for each action type with rules, which are used repeatedly.
private final class PayloadRooms {
  private let count: Int
  /// By the place of the type's rules; empty until the first such action comes.
  @exclusivity(unchecked) private var records: ContiguousArray<Record> = []

  private static let blank = Record(Shape(name: "", fields: []), [])

  init(count: Int) { self.count = count }

  /// The record stays unchanged until the next call, and beyond it if the rules have kept it: then
  /// the next call changes a copy.
  @inline(never)
  func payload(of action: Borrow<SpecAction>, _ index: Int) -> Borrow<Record> {
    if records.isEmpty { records = ContiguousArray(repeating: Self.blank, count: count) }
    let record = records.changingPlace(index)
    if let payload = action.pointee.record {
      record.pointee = payload
      return record.borrow
    }
    if record.pointee.shape !== action.pointee.type.payload.shape {
      record.pointee = action.pointee.type.recordOfInts
    }
    record.pointee.fill(withInts: { action.pointee.int($0) })
    return record.borrow
  }
}

extension ActionType {
  fileprivate var recordOfInts: Record {
    Record(payload.shape, payload.fields.map { _ in .int(0) })
  }
}

extension Borrow<SpecAction> {
  /// The payload where the action holds it; nil where it is ints, or not known to be found there.
  @inline(__always)
  func record(_ holdsInPlace: Bool) -> Borrow<Record>? { field(\.record)?.wrapped(holdsInPlace) }
}

extension Record {
  /// Casts a sub-state, which the store has checked to be a record.
  init(known state: Any) {
    self = ExistentialAccess.copy(of: state, as: Record.self) ?? (state as! Record)
  }
}

extension EvaluationError {
  /// The error as a store reports it.
  func asRefusal(by execution: Execution) -> ActionError {
    var error = ActionError(
      code: code, message: messageWithinLimits,
      place: execution.failed.map(ActionError.Place.init))
    error.isDeliberate = execution.isDeliberate
    error.isSensitive = execution.isSensitive
    error.uses = execution.uses.map { ActionError.Use(rule: $0.rule, place: .init($0.place)) }
    return error
  }
}

extension ActionError {
  package init(_ violation: ConstraintViolation) {
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
