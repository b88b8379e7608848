import CEL
import SuasProgram
import YAML

/// Conditions on whole stores.
extension RuntimeChecker {
  /// Checks the invariants, which the initial state must meet, too.
  @discardableResult
  func checkInvariants(_ declarations: [InvariantDeclaration]) -> [CheckedCondition] {
    let invariants = conditions(declarations, .invariant)
    for invariant in invariants {
      if let violation = invariant.planned().violation(on: [.record(store.initial)], within: nil) {
        sink.report(.brokenInvariant(violation, at: invariant.place))
      }
    }
    return invariants
  }

  /// Checks the promises at rest, which the initial state must keep, too, where no effect is under
  /// way.
  @discardableResult
  func checkRest(_ declarations: [InvariantDeclaration]) -> [CheckedCondition] {
    let promises = conditions(declarations, .rest, [pending])
    let start: ContiguousArray<Value> = [.record(store.initial), .record(pendingShape.none)]
    for promise in promises {
      if let violation = promise.planned().violation(on: start, within: nil) {
        sink.report(.brokenInvariant(violation, at: promise.place))
      }
    }
    return promises
  }

  private var pendingShape: PendingShape { PendingShape(spec.effects.lazy.map(\.name.text)) }

  /// The variable `pending`: the numbers of effects under way.
  private var pending: Variable { Variable(name: "pending", type: PendingShape.type) }

  /// Checks the goals in `reachable`.
  @discardableResult
  func checkGoals(_ declarations: [InvariantDeclaration]) -> [CheckedCondition] {
    checker.usage.selectorReader = .goal
    defer { checker.usage.selectorReader = .other }
    return conditions(declarations, .goal, [pending])
  }

  /// Checks the ways out in `always-reachable`, which actions lead along.
  @discardableResult
  func checkWaysOut(_ declarations: [WayOutDeclaration]) -> [CheckedCondition] {
    checker.usage.selectorReader = .goal
    defer { checker.usage.selectorReader = .other }
    let reader = readerOfStore([pending], adding: [pendingShape.shape])
    return declarations.compactMap { declaration in
      if actions.isEmpty { sink.report(.wayOutWithoutActions(declaration.name)) }
      let origin = declaration.origin.map { condition($0, reader) }
      guard let expression = condition(declaration.condition, reader),
        origin.map({ $0 != nil }) ?? true
      else { return nil }
      return CheckedCondition(
        name: declaration.name.text, expression: expression, origin: origin.flatMap(\.self),
        place: declaration.name.range, actions: nil, kind: .wayOut)
    }
  }

  private func conditions(
    _ declarations: [InvariantDeclaration], _ kind: ConditionKind, _ variables: [Variable] = []
  ) -> [CheckedCondition] {
    let reader = readerOfStore(variables, adding: variables.isEmpty ? [] : [pendingShape.shape])
    return declarations.compactMap { declaration in
      condition(declaration.condition, reader).map {
        CheckedCondition(
          name: declaration.name.text, expression: $0, place: declaration.name.range,
          actions: nil, kind: kind)
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
          actions: named.map { Set($0.map(\.id)) }, kind: .transition)
      }
    }
  }
}
