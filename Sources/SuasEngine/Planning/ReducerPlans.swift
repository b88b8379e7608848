import Locking
import SuasProgram

/// The reducers of a spec, planned without an observer and with one; each when it is first asked
/// for, since a program needs one of the two.
final class ReducerPlans: Sendable {
  private let checked: CheckedSpec
  private let plainOnce = Mutex<[CompiledReducer]?>(nil)
  private let observedOnce = Mutex<[CompiledReducer]?>(nil)

  init(_ checked: CheckedSpec) { self.checked = checked }

  /// The plans for rules that nobody observes.
  var plain: [CompiledReducer] { plainOnce.withLock { plan(&$0, isObserved: false) } }

  /// The plans that report to the probe of an execution.
  var observed: [CompiledReducer] { observedOnce.withLock { plan(&$0, isObserved: true) } }

  private func plan(_ known: inout [CompiledReducer]?, isObserved: Bool) -> [CompiledReducer] {
    if let known { return known }
    let planner = RulePlanner(isObserved: isObserved, checked.sharedRules)
    var planned: [CompiledReducer] = []
    let hidesExcess = checked.hasSensitiveValues
    for (slot, reducer) in checked.reducers.enumerated() {
      planned.append(
        CompiledReducer(
          reducer, slot: slot, after: planned.last, checked.types, planner,
          hidesExcess: hidesExcess))
    }
    known = planned
    return planned
  }
}
