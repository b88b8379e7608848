import CEL
import Suas
import YAML

/// One reducer of a spec as a search runs it, with no store around it.
///
/// Its rules are the spec's, which all threads of a search share: none of them is counted as held
/// while it runs, which would have the threads wait for one another.
final class BareReducer {
  private let execution = Execution()
  private let reducer: CompiledReducer
  private let types: TypeTable
  private let limits: Limits
  private var takesShortcuts: Bool
  private let shortcuts: ObjectList<Shortcut>
  /// Why the last action was refused.
  @exclusivity(unchecked) private var failure: EvaluationError?
  @exclusivity(unchecked) private var misfit: ActionError?

  init(_ reducer: CompiledReducer, of spec: CompiledSpec) {
    self.reducer = reducer
    types = spec.checked.types
    limits = spec.limits
    shortcuts = reducer.rules.shortcuts
    execution.probe = spec.probe
    takesShortcuts = reducer.allowsShortcuts(within: limits, spec.probe)
  }

  /// What trying an action came to.
  enum Trial {
    case handled
    case unhandled
    /// A rule met an error.
    case failed
    /// What the rules made of the sub-state breaks a constraint.
    case misfit
  }

  /// Lets nobody look on any more.
  func endWatching() {
    execution.probe = nil
    takesShortcuts = reducer.allowsShortcuts(within: limits, nil)
  }

  /// Runs the rules at a place of the table, to be rolled back or kept.
  // Not inlined: the caller would hold the reducer meanwhile, and count that.
  @inline(never)
  func attempt(
    _ action: UnsafePointer<SpecAction>, rules: Int, on state: UnsafeMutablePointer<Record>
  ) -> Trial {
    execution.log.clear()
    if takesShortcuts, shortcuts.call(rules, { $0.run(state, action, execution) }) {
      return .handled
    }
    guard let payload = action.record else {
      return withUnsafePointer(to: action.pointee.payload) { attempt($0, rules, state) }
    }
    return attempt(payload, rules, state)
  }

  @inline(__always)
  private func attempt(
    _ payload: UnsafePointer<Record>, _ rules: Int, _ state: UnsafeMutablePointer<Record>
  ) -> Trial {
    if let error = reducer.run(rules, on: state, payload, limits, execution) {
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

  /// Undoes what the last action did.
  @inline(never)
  func rollBack(_ state: UnsafeMutablePointer<Record>) {
    if !execution.log.changes.isEmpty { execution.undo(in: state) }
  }

  // MARK: Refusals

  /// The code of the error that a rule met or refused the action with, and the rule's place.
  var lastFailure: (code: String, isDeliberate: Bool, source: Source?, place: Int)? {
    failure.map {
      (
        $0.code, execution.isDeliberate, execution.failed?.source,
        execution.failed?.lowerBound ?? 0
      )
    }
  }

  /// Why the last action was refused, in words.
  func refusal(_ trial: Trial) -> ActionError? {
    switch trial {
    case .handled, .unhandled: nil
    case .failed: failure?.asRefusal(by: execution)
    case .misfit: misfit
    }
  }
}
