import CEL
import Suas
import SuasProgram
import YAML

/// A reducer of a spec as a search runs it, without a store.
///
/// Its rules belong to the spec, and all threads of a search share them: they are not retained
/// while they run, since threads would contend for the reference counts.
final class BareReducer {
  private let run: ReducerRun
  private let execution: Execution
  /// If the sub-state is a history: the run that decides on it, and the run of this reducer on it;
  /// otherwise nil.
  private let replacing: (deciding: HistoryRun, own: ReplacingRun)?
  private let reducer: CompiledReducer
  /// The reducer planned for an observer; `reducer` if there is none.
  private let observed: CompiledReducer
  private var isObserved: Bool
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
    run = ReducerRun(reducer, spec.limits, spec.checked.types, spec.probe)
    execution = run.execution
    replacing =
      reducer.tracked == nil ? nil : previous?.run.history.map { ($0, ReplacingRun()) }
    self.reducer = reducer
    self.observed = observed
    isObserved = spec.probe != nil
    limits = spec.limits
    shortcuts = reducer.rules.shortcuts
    takesShortcuts = false
    takesShortcuts = !isObserved && mayTakeShortcuts
  }

  private var mayTakeShortcuts: Bool {
    run.history == nil && replacing == nil && reducer.allowsShortcuts(within: limits)
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

  /// Runs the rules at an index of the table; the sub-state stays as it was unless they are handled.
  // Not inlined: otherwise the caller would retain the reducer for the duration of the call.
  @inline(never)
  func attempt(
    _ action: Borrow<SpecAction>, rules: Int, on state: Inout<Record>
  ) -> Trial {
    execution.log.clear()
    if takesShortcuts, shortcuts.call(rules, { $0.run(state, action, execution) }) {
      return .handled
    }
    if let replacing {
      return replacing.own.replace(state, as: replacing.deciding) ? .handled : .unhandled
    }
    guard let payload = action.record(holdsInPlace) else {
      return withBorrow(of: action.pointee.payload) { attempt($0, rules, state) }
    }
    return attempt(payload, rules, state)
  }

  @inline(__always)
  private func attempt(
    _ payload: Borrow<Record>, _ rules: Int, _ state: Inout<Record>
  ) -> Trial {
    switch run.run(rules, of: isObserved ? observed : reducer, on: state, payload) {
    case .unchanged: return .unhandled
    case .changed: return .handled
    case .failed(let error):
      failure = error
      return .failed
    case .misfit(let error):
      misfit = error
      return .misfit
    }
  }

  /// Lends the whole store to the rules of one action, or takes it back.
  func lend(_ store: Record?) { execution.store = store }

  /// Undoes the changes of the last action, which was handled.
  @inline(never)
  func undo(in state: Inout<Record>) {
    if let replacing { replacing.own.undo(in: state) } else { run.undo(in: state) }
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
