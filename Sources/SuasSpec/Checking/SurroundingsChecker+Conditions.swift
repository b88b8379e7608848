import CEL
import Suas
import YAML

/// Conditions on whole stores.
extension SurroundingsChecker {
  /// Invariants, which the initial state must meet already.
  func checkInvariants() -> [CheckedCondition] {
    let invariants = conditions(spec.invariants)
    for invariant in invariants {
      do throws(ActionError) {
        try invariant.planned().judgeInvariant(store.initial, within: nil)
      } catch {
        findings.report(.brokenInvariant(error, at: invariant.place))
      }
    }
    return invariants
  }

  /// What `reachable` names.
  func checkGoals() -> [CheckedCondition] { conditions(spec.goals) }

  private func conditions(_ declarations: [InvariantDeclaration]) -> [CheckedCondition] {
    let reader = reader([store(as: "store")])
    return declarations.compactMap { declaration in
      condition(declaration.condition, reader).map {
        CheckedCondition(
          name: declaration.name.text, expression: $0, place: declaration.name.range,
          actions: nil, isTransition: false)
      }
    }
  }

  /// Conditions on the stores before and after an action, which no effect is.
  func checkTransitions() -> [CheckedCondition] {
    spec.transitions.compactMap { declaration in
      let named = declaration.actions.map { actions(named: $0, among: reducible) }
      var action = payload(of: named ?? reducible)
      if named == nil { action.type = .dyn }
      let reader = reader([store(as: "old"), store(as: "new"), action, actionType])
      return condition(declaration.condition, reader).map {
        CheckedCondition(
          name: declaration.name.text, expression: $0, place: declaration.name.range,
          actions: named.map { Set($0.map(\.id)) }, isTransition: true)
      }
    }
  }
}
