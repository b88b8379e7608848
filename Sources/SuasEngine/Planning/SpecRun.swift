import CEL
import Suas
import SuasProgram

/// The run of a part of a spec on one action.
protocol SpecRun: PartRun {
  /// Undoes the changes of the action in the sub-state that they led to.
  func undo(in state: Inout<Record>)

  /// Returns the sub-state before the action, which led to another one.
  func state(before subState: Record) -> Record

  /// Returns the changes of the action, which led to a sub-state under a key.
  func changes(to subState: Record, of stateKey: String) -> [StateChange]
}

extension SpecRun {
  func undo(in state: inout Any) {
    let isDone: Void? = withInout(to: &state) {
      ExistentialAccess().modify($0, as: Record.self) { undo(in: $0) }
    }
    if isDone == nil { preconditionFailure("a sub-state of a spec is a record") }
  }
}

/// The run of a history, which an action replaces.
final class ReplacingRun: SpecRun {
  /// The history before the action.
  @exclusivity(unchecked) private var before: Record?

  /// Lets a reducer's run change its history.
  ///
  /// - Returns: false if the history stays as it is.
  func replace(_ history: Inout<Record>, as run: HistoryRun) -> Bool {
    let old = history.pointee
    before = run.apply(to: history) ? old : nil
    return before != nil
  }

  func undo(in state: Inout<Record>) {
    if let old = before.take() { state.pointee = old }
  }

  func state(before subState: Record) -> Record { before ?? subState }

  func changes(to subState: Record, of stateKey: String) -> [StateChange] {
    .replacing(state(before: subState), by: subState, of: stateKey)
  }
}

extension [StateChange] {
  /// The changes that lead from one sub-state to another.
  static func replacing(_ before: Record, by after: Record, of stateKey: String) -> [StateChange] {
    var changes = StateChanges()
    changes.add(
      from: .record(before), to: .record(after), at: .init(path: Path([.name(stateKey)])))
    return changes.all
  }
}
