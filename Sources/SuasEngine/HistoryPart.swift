import CEL
import Suas
import SuasProgram

/// The history of a reducer's state, as a store runs it: after the reducer, which decides what
/// happens to the history.
final class HistoryPart: SpecPart {
  private let compiled: CompiledReducer
  /// The state key of the reducer.
  private let trackedKey: String
  private let probe: Probe?
  private let held = ExistentialAccess()
  let types: TypeTable
  private let actionReader: SpecActionReader
  /// The reducer's run on the history.
  private var run: HistoryRun?
  /// The run of this part.
  private let ownRun = ReplacingRun()

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
  var undoesChanges: Bool { true }
  var handledKinds: [Int]? { compiled.kinds }

  func reduce(
    _ state: Inout<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    guard let run else { return .unchanged }
    let isChanged = held.modify(state, as: Record.self) { history in
      guard ownRun.replace(history, as: run) else { return false }
      note(action, from: ownRun.state(before: history.pointee), to: history.pointee)
      return true
    }
    return isChanged == true ? .changed(PartChange(ownRun)) : .unchanged
  }

  private func note(_ action: any Action, from old: Record, to new: Record) {
    guard let trace = probe?.trace else { return }
    let name = (action as? SpecAction)?.name ?? "\(type(of: action))"
    trace.enter(.reducing(reducer: compiled.name, stateKey: stateKey, action: name))
    trace.note(.wrote(before: .record(old), after: .record(new)))
    trace.leave()
  }
}
