import SuasProgram
import Synchronization

/// The reducers of a spec, planned without an observer and, once that is asked for, with one.
final class ReducerPlans: Sendable {
  let plain: [CompiledReducer]
  private let checked: CheckedSpec
  private let observedOnce = Mutex<[CompiledReducer]?>(nil)

  init(_ checked: CheckedSpec) {
    self.checked = checked
    plain = Self.plan(checked, RulePlanner(isObserved: false, checked.sharedRules))
  }

  /// The plans that tell the probe of an execution what happens.
  var observed: [CompiledReducer] {
    observedOnce.withLock { observed in
      if let observed { return observed }
      let planned = Self.plan(checked, RulePlanner(isObserved: true, checked.sharedRules))
      observed = planned
      return planned
    }
  }

  private static func plan(_ spec: CheckedSpec, _ planner: RulePlanner) -> [CompiledReducer] {
    var planned: [CompiledReducer] = []
    for (slot, reducer) in spec.reducers.enumerated() {
      planned.append(
        CompiledReducer(reducer, slot: slot, after: planned.last, spec.types, planner))
    }
    return planned
  }
}
