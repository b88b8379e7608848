import CEL
import Suas
import SuasProgram

/// The run of a reducer's rules on one action, with the changes of the reducer's history.
///
/// Another action begins it anew, so that it can be undone until then.
final class ReducerRun {
  let execution = Execution()
  /// The run on the history of the sub-state; nil if none is kept.
  let history: HistoryRun?
  private let limits: Limits
  private let types: TypeTable

  init(_ reducer: CompiledReducer, _ limits: Limits, _ types: TypeTable, _ probe: Probe?) {
    history = reducer.history.map { HistoryRun($0, within: limits) }
    self.limits = limits
    self.types = types
    execution.probe = probe
  }

  /// The result of a run; the sub-state is as it was in all cases but `changed`.
  enum Result {
    case unchanged, changed
    /// A rule met an error.
    case failed(EvaluationError)
    /// The sub-state would break a constraint, or the history cannot be kept.
    case misfit(ActionError)
  }

  /// Forgets the action before.
  func begin() {
    execution.log.clear()
    history?.forget()
  }

  /// Runs the rules at an index of a reducer's table; the log is empty.
  // Not inlined: otherwise the caller would retain the run for the duration of the call.
  @inline(never)
  func run(
    _ rules: Int, of reducer: CompiledReducer, on state: Inout<Record>, _ payload: Borrow<Record>
  ) -> Result {
    history?.forget()
    let hasMoved = history != nil && move(rules, on: state, payload)
    let error = reducer.run(rules, on: state, payload, limits, execution)
    if let error { return undone(in: state, .failed(error)) }
    guard execution.handled else {
      // Rules that do not count keep no change.
      undoRules(in: state)
      return hasMoved ? .changed : .unchanged
    }
    if reducer.isConstrained,
      let violation = reducer.violation(in: state.pointee, after: execution, types)
    {
      return undone(in: state, .misfit(ActionError(violation)))
    }
    if let error = history?.end(rules, on: state, payload) {
      return undone(in: state, .misfit(error))
    }
    return .changed
  }

  /// Begins an action on the history; returns true if it went to another state.
  private func move(
    _ rules: Int, on state: Inout<Record>, _ payload: Borrow<Record>
  ) -> Bool {
    guard let history,
      history.begin(rules, on: state, payload, in: execution.store, execution.probe)
    else { return false }
    if let trace = execution.probe?.trace, let before = history.replacedState {
      trace.note(.wrote(before: .record(before), after: .record(state.pointee)))
    }
    return true
  }

  private func undone(in state: Inout<Record>, _ result: Result) -> Result {
    undo(in: state)
    return result
  }

  private func undoRules(in state: Inout<Record>) {
    guard execution.log.changes.count > 0 else { return }
    var root = Value.record(state.take())
    withInout(to: &root) { execution.log.undo(in: $0) }
    guard case .record(let record) = root else {
      preconditionFailure("what was a record is none any more")
    }
    state.put(record)
  }
}

extension ReducerRun: SpecRun {
  func undo(in state: Inout<Record>) {
    if let before = history?.stateBefore {
      state.pointee = before
    } else {
      undoRules(in: state)
    }
    begin()
  }

  func state(before subState: Record) -> Record {
    history?.replacedState ?? execution.log.undone(in: subState)
  }

  func changes(to subState: Record, of stateKey: String) -> [StateChange] {
    guard let before = history?.replacedState else {
      return execution.log.forwardChanges(to: subState, of: stateKey)
    }
    return .replacing(before, by: subState, of: stateKey)
  }
}
