import CEL
import Suas
import SuasProgram
import YAML

/// A reducer of a spec as a search runs it, without a store.
///
/// Its rules belong to the spec, and all threads of a search share them: they are not retained
/// while they run, since threads would contend for the reference counts.
final class BareReducer {
  private let execution = Execution()
  /// The run on the history of the sub-state; nil if none is kept.
  private let history: HistoryRun?
  /// The run on the history that the sub-state is; nil if it is none.
  private let ownRun: HistoryRun?
  /// The history before the last action.
  @exclusivity(unchecked) private var oldHistory: Record?
  private let reducer: CompiledReducer
  /// The reducer planned for an observer; `reducer` if there is none.
  private let observed: CompiledReducer
  private var isObserved: Bool
  private let types: TypeTable
  private let limits: Limits
  private var takesShortcuts: Bool
  private let shortcuts: ObjectList<Shortcut>
  /// True if a payload is found where its action is.
  private let holdsInPlace = LayoutAssumptions.present.optionalsHoldInPlace
  /// The error for which the last action was refused.
  @exclusivity(unchecked) private var failure: EvaluationError?
  @exclusivity(unchecked) private var misfit: ActionError?

  /// - Parameter previous: The reducer before this one.
  init(
    _ reducer: CompiledReducer, observed: CompiledReducer, after previous: BareReducer?,
    of spec: CompiledSpec
  ) {
    history = reducer.history.map { HistoryRun($0, within: spec.limits) }
    ownRun = reducer.tracked == nil ? nil : previous?.history
    self.reducer = reducer
    self.observed = observed
    isObserved = spec.probe != nil
    types = spec.checked.types
    limits = spec.limits
    shortcuts = reducer.rules.shortcuts
    execution.probe = spec.probe
    takesShortcuts = false
    takesShortcuts = !isObserved && mayTakeShortcuts
  }

  private var mayTakeShortcuts: Bool {
    history == nil && ownRun == nil && reducer.allowsShortcuts(within: limits)
  }

  /// The result of trying an action.
  enum Trial {
    case handled
    case unhandled
    /// A rule met an error.
    case failed
    /// The new sub-state breaks a constraint.
    case misfit
  }

  /// Stops observing the rules.
  func endWatching() {
    execution.probe = nil
    isObserved = false
    takesShortcuts = mayTakeShortcuts
  }

  /// Runs the rules at an index of the table; their changes can be rolled back or kept.
  // Not inlined: otherwise the caller would retain the reducer for the duration of the call.
  @inline(never)
  func attempt(
    _ action: Borrow<SpecAction>, rules: Int, on state: Inout<Record>
  ) -> Trial {
    execution.log.clear()
    if takesShortcuts, shortcuts.call(rules, { $0.run(state, action, execution) }) {
      return .handled
    }
    if let ownRun { return change(state, as: ownRun) }
    guard let payload = action.record(holdsInPlace) else {
      return withBorrow(of: action.pointee.payload) { attempt($0, rules, state) }
    }
    return attempt(payload, rules, state)
  }

  /// Changes the history that the sub-state is as the reducer before has said.
  @inline(never)
  private func change(_ state: Inout<Record>, as run: HistoryRun) -> Trial {
    oldHistory = nil
    let old = state.pointee
    guard run.apply(to: state) else { return .unhandled }
    oldHistory = old
    return .handled
  }

  @inline(__always)
  private func attempt(
    _ payload: Borrow<Record>, _ rules: Int, _ state: Inout<Record>
  ) -> Trial {
    guard let history else { return attemptRules(payload, rules, state) }
    return attempt(payload, rules, state, history)
  }

  @inline(never)
  private func attempt(
    _ payload: Borrow<Record>, _ rules: Int, _ state: Inout<Record>, _ history: HistoryRun
  ) -> Trial {
    let hasMoved = history.begin(
      rules, on: state, payload, in: execution.store, execution.probe)
    let trial = attemptRules(payload, rules, state)
    switch trial {
    case .failed, .misfit: return trial
    case .unhandled:
      history.endUnchanged()
      return hasMoved ? .handled : .unhandled
    case .handled:
      guard let error = history.end(rules, on: state, payload) else { return .handled }
      misfit = error
      return .misfit
    }
  }

  @inline(__always)
  private func attemptRules(
    _ payload: Borrow<Record>, _ rules: Int, _ state: Inout<Record>
  ) -> Trial {
    let error =
      isObserved
      ? runObserved(payload, rules, state)
      : reducer.run(rules, on: state, payload, limits, execution)
    if let error {
      failure = error
      return .failed
    }
    guard execution.handled else { return .unhandled }
    guard reducer.isConstrained,
      let violation = reducer.violation(in: state.pointee, after: execution, types)
    else { return .handled }
    misfit = ActionError(violation)
    return .misfit
  }

  @inline(never)
  private func runObserved(
    _ payload: Borrow<Record>, _ rules: Int, _ state: Inout<Record>
  ) -> EvaluationError? {
    observed.run(rules, on: state, payload, limits, execution)
  }

  /// Lends the whole store to the rules of one action, or takes it back.
  func lend(_ store: Record?) { execution.store = store }

  /// Undoes the changes of the last action.
  @inline(never)
  func rollBack(_ state: Inout<Record>) {
    if ownRun != nil {
      if let old = oldHistory { state.pointee = old }
      oldHistory = nil
      return
    }
    if history?.rollBack(state) == true { return }
    if execution.log.changes.count > 0 { execution.undo(in: state) }
  }

  // MARK: Refusals

  /// The code of the error that a rule met or refused the action with, and the rule's place.
  @inline(__always)
  var lastFailure: (code: String, isDeliberate: Bool, source: Source?, place: Int)? {
    failure.map {
      (
        $0.code, execution.isDeliberate, execution.failed?.source,
        execution.failed?.lowerBound ?? 0
      )
    }
  }

  /// Returns the refusal of the last action; nil if it was not refused.
  func refusal(_ trial: Trial) -> ActionError? {
    switch trial {
    case .handled, .unhandled: nil
    case .failed: failure?.asRefusal(by: execution)
    case .misfit: misfit
    }
  }
}
