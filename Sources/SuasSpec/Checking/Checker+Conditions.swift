import CEL
import Suas
import YAML

/// Conditions on whole stores.
extension Checker {
  /// Invariants, which the initial state must meet already.
  func checkInvariants(_ store: StoreShape, _ types: TypeTable) -> [CheckedCondition] {
    conditions(spec.invariants, store, types).map { invariant in
      do throws(ActionError) {
        try invariant.judgeInvariant(store.initial)
      } catch {
        findings.report(.brokenInvariant(error, at: invariant.place))
      }
      return invariant
    }
  }

  /// What `reachable` names.
  func checkGoals(_ store: StoreShape, _ types: TypeTable) -> [CheckedCondition] {
    conditions(spec.goals, store, types)
  }

  private func conditions(
    _ declarations: [InvariantDeclaration], _ store: StoreShape, _ types: TypeTable
  ) -> [CheckedCondition] {
    var reader = ValueReader(
      types: types, environment: store.environment(types.cel), findings: findings)
    reader.vocabulary = vocabulary(of: store, types, ["store"])
    return declarations.compactMap { declaration in
      condition(declaration.condition, reader).map {
        CheckedCondition(
          name: declaration.name.text, program: $0, place: declaration.name.range, actions: nil)
      }
    }
  }

  /// Conditions on the stores before and after an action.
  func checkTransitions(
    _ store: StoreShape, _ types: TypeTable, _ actions: [CheckedAction]
  ) -> [CheckedCondition] {
    let transitionTypes = types.cel.adding(actions.map(\.payload.shape))
    return spec.transitions.compactMap { declaration in
      let named = declaration.actions.map { names in
        names.compactMap { name -> CheckedAction? in
          if let action = actions.first(where: { $0.name == name.text }) { return action }
          findings.report(
            .unknownAction(name.text, among: actions.map(\.name), at: name.range))
          return nil
        }
      }
      var environment = store.environment(transitionTypes, of: ["old", "new"])
      // The payload's type is known where there is one action that it can be of.
      let one = named?.count == 1 ? named?.first : nil
      environment.declare("action", one.map { .record($0.payload.shape.name) } ?? .dyn)
      environment.declare("actionType", .string)
      var reader = ValueReader(types: types, environment: environment, findings: findings)
      reader.vocabulary = vocabulary(of: store, types, ["old", "new"])
      reader.vocabulary?["action"] = .payloads((named ?? actions).map(\.payload))
      return condition(declaration.condition, reader).map {
        CheckedCondition(
          name: declaration.name.text, program: $0, place: declaration.name.range,
          actions: named.map { Set($0.map(\.id)) })
      }
    }
  }
  private func condition(_ syntax: ExpressionSyntax, _ reader: ValueReader) -> Program? {
    let program = reader.expression(syntax, as: .bool)
    if case .bool(let truth)? = program?.constant {
      usage.warn(.constantCondition(truth, at: syntax.range))
    }
    return program
  }

  /// What the names of whole stores stand for.
  private func vocabulary(
    of store: StoreShape, _ types: TypeTable, _ names: [String]
  ) -> Vocabulary {
    var vocabulary = Vocabulary(usage, types)
    for name in names { vocabulary[name] = store.meaning }
    return vocabulary
  }
}
