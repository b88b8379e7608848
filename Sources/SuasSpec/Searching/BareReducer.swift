import CEL
import Suas
import YAML

/// One reducer of a spec as a search runs it, with no store around it.
///
/// Its rules are the spec's, which all threads of a search share: none of them is counted as held
/// while it runs, which would have the threads wait for one another.
final class BareReducer {
  private let execution = Execution()
  private let reducer: CheckedReducer
  private let types: TypeTable
  private let limits: Limits
  private let leaves: LeafCount
  /// Whether a constraint stands in the state.
  private let isConstrained: Bool
  /// The rules for each action, those of one action after those of the one before it; by the action's
  /// id, where they begin.
  private let rules: ObjectList<CheckedRule>
  private let rulesFrom: ContiguousArray<Int>
  /// Why the last action was refused.
  @exclusivity(unchecked) private var failure: EvaluationError?
  @exclusivity(unchecked) private var misfit: ActionError?

  init(_ reducer: CheckedReducer, of spec: CompiledSpec) {
    self.reducer = reducer
    types = spec.checked.types
    limits = spec.limits
    let type = FieldType.record(reducer.state.name)
    leaves = LeafCount(type, types)
    isConstrained = types.hasConstraints(type)
    var rules: [CheckedRule] = []
    var rulesFrom: ContiguousArray = [0]
    for type in spec.actionTypes {
      rules += reducer.rules[type.id] ?? []
      rulesFrom.append(rules.count)
    }
    self.rules = ObjectList(rules)
    self.rulesFrom = rulesFrom
    execution.probe = spec.probe
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
  func endWatching() { execution.probe = nil }

  /// Runs the rules for an action, to be rolled back or kept.
  // Not inlined: the caller would hold the reducer meanwhile, and count that.
  @inline(never)
  func attempt(
    _ action: UnsafePointer<SpecAction>, id: Int, on state: UnsafeMutablePointer<Record>
  ) -> Trial {
    guard let payload = action.record else {
      return withUnsafePointer(to: action.pointee.payload) { attempt($0, id, state) }
    }
    return attempt(payload, id, state)
  }

  @inline(__always)
  private func attempt(
    _ payload: UnsafePointer<Record>, _ id: Int, _ state: UnsafeMutablePointer<Record>
  ) -> Trial {
    execution.log.clear()
    execution.begin(state.move(), payload, budget: limits.cost)
    defer { state.initialize(to: execution.end() ?? reducer.initial) }
    for index in rulesFrom[id]..<rulesFrom[id + 1] {
      if let error = rules.call(index, { $0.run(execution) }) {
        failure = error
        return .failed
      }
    }
    do throws(EvaluationError) {
      try execution.checkSize(leaves, limits)
    } catch {
      failure = error
      return .failed
    }
    guard execution.handled else { return .unhandled }
    guard isConstrained, let violation = execution.violation(of: reducer.state, types) else {
      return .handled
    }
    misfit = ActionError(violation)
    return .misfit
  }

  /// Undoes what the last action did.
  @inline(never)
  func rollBack(_ state: UnsafeMutablePointer<Record>) {
    if !execution.log.changes.isEmpty { execution.undo(in: state) }
  }

  // MARK: Refusals

  /// The code of the error that a rule met, and the rule's place.
  var lastFailure: (code: String, source: Source?, place: Int)? {
    failure.map { ($0.code, execution.failed?.source, execution.failed?.lowerBound ?? 0) }
  }

  /// Why the last action was refused, in words.
  func refusal(_ trial: Trial) -> ActionError? {
    switch trial {
    case .handled, .unhandled: nil
    case .failed: failure?.asRefusal(by: execution.failed)
    case .misfit: misfit
    }
  }
}
