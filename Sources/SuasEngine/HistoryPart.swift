import CEL
import Suas
import SuasProgram

/// The history of a reducer's state, as a store runs it: after the reducer, which says what comes of
/// it.
final class HistoryPart: SpecPart {
  private let compiled: CompiledReducer
  /// The state key of the reducer.
  private let trackedKey: String
  private let probe: Probe?
  private let held = Held()
  let types: TypeTable
  private let actionReader: SpecActionReader
  /// The reducer's run on the history.
  private var run: HistoryRun?
  /// The history before the last action.
  private var before: Record?

  init(
    _ compiled: CompiledReducer, of tracked: String, in spec: CompiledSpec,
    reader: SpecActionReader
  ) {
    self.compiled = compiled
    trackedKey = tracked
    probe = spec.probe
    types = spec.checked.types
    actionReader = reader
  }

  private init(like other: HistoryPart) {
    compiled = other.compiled
    trackedKey = other.trackedKey
    probe = other.probe
    types = other.types
    actionReader = other.actionReader
  }

  func forOneStore() -> any StatePart { HistoryPart(like: self) }

  func join(_ parts: ContiguousArray<any StatePart>) {
    run = parts.lazy.compactMap { $0 as? SpecReducer }.first { $0.stateKey == trackedKey }?.history
  }

  var stateKey: String { compiled.stateKey }
  var state: RecordType { compiled.state }
  var reader: (any ActionReader)? { actionReader }
  var initialState: Any { compiled.initial }
  var canRollBack: Bool { true }
  var handledKinds: [Int]? { compiled.kinds }

  func reduce(
    _ state: Inout<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    before = nil
    guard let run else { return .unchanged }
    let isChanged = held.modify(state, as: Record.self) { history in
      let old = history.pointee
      guard run.apply(to: history) else { return false }
      before = old
      note(action, from: old, to: history.pointee)
      return true
    }
    return isChanged == true ? .changed : .unchanged
  }

  private func note(_ action: any Action, from old: Record, to new: Record) {
    guard let trace = probe?.trace else { return }
    let name = (action as? SpecAction)?.name ?? "\(type(of: action))"
    trace.enter(.reducing(reducer: compiled.name, stateKey: stateKey, action: name))
    trace.note(.wrote(before: .record(old), after: .record(new)))
    trace.leave()
  }

  func state(before subState: Record) -> Record { before ?? subState }

  /// The changes of the last action, which led to a history.
  func changes(to subState: Any) -> [StateChange] {
    var changes = StateChanges()
    changes.add(
      from: before.map(Value.record), to: .record(Record(known: subState)),
      at: .init(path: Path([.name(stateKey)])))
    return changes.all
  }

  func rollBack(_ state: inout Any) {
    if let before { state = before }
  }
}
