import CEL
import SuasProgram
import YAML

/// Conditions on whole stores.
extension RuntimeChecker {
  /// Checks the invariants, which the initial state must meet, too.
  @discardableResult
  func checkInvariants(_ declarations: [InvariantDeclaration]) -> [CheckedCondition] {
    let invariants = conditions(declarations)
    for invariant in invariants {
      if let violation = invariant.planned().violation(on: [.record(store.initial)], within: nil) {
        sink.report(.brokenInvariant(violation, at: invariant.place))
      }
    }
    return invariants
  }

  /// Checks the goals in `reachable`.
  @discardableResult
  func checkGoals(_ declarations: [InvariantDeclaration]) -> [CheckedCondition] {
    checker.usage.selectorReader = .goal
    defer { checker.usage.selectorReader = .other }
    return conditions(declarations)
  }

  private func conditions(_ declarations: [InvariantDeclaration]) -> [CheckedCondition] {
    let reader = readerOfStore()
    return declarations.compactMap { declaration in
      condition(declaration.condition, reader).map {
        CheckedCondition(
          name: declaration.name.text, expression: $0, place: declaration.name.range,
          actions: nil, isTransition: false)
      }
    }
  }

  /// Checks the transitions: conditions on the stores before and after an action, never an effect.
  @discardableResult
  func checkTransitions(_ declarations: [TransitionDeclaration]) -> [CheckedCondition] {
    declarations.compactMap { declaration in
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
