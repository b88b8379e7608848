import CEL
import SuasProgram

/// An operation that is ready to run.
struct OperationPlan: Sendable {
  /// Returns true if it counts as having changed the state.
  typealias Body = @Sendable (Execution) throws(EvaluationError) -> Bool

  let run: Body
  let shortcut: Shortcut?

  init(shortcut: Shortcut? = nil, _ run: @escaping Body) {
    self.run = run
    self.shortcut = shortcut
  }
}

extension OperationPlan {
  /// The same work with errors that quote no value, for sensitive indices, keys and amounts. The
  /// rules inside hide their own values.
  var hidingValues: OperationPlan {
    OperationPlan { [run] execution throws(EvaluationError) in
      do throws(EvaluationError) {
        return try run(execution)
      } catch {
        throw execution.failed == nil ? error.withoutValues : error
      }
    }
  }

  /// Changes the value at a place; a change that throws must leave the value as it is.
  init(
    changing target: TargetPlan,
    _ change: @escaping @Sendable (inout Value) throws(EvaluationError) -> Void
  ) {
    let shortcut = PlaceShortcut(target) { place, _ throws(EvaluationError) in try change(&place) }
    self.init(shortcut: shortcut) { execution throws(EvaluationError) in
      try target.modify(execution, change)
      return true
    }
  }

  /// Changes the list at a place at the indices of two of its elements, or twice that of one.
  init(
    changing target: TargetPlan, at first: ExpressionPlan, and other: ExpressionPlan? = nil,
    _ change: @escaping @Sendable (inout List, _ first: Int, _ second: Int) -> Undo
  ) {
    self.init(shortcut: ElementsShortcut(target, first, other ?? first, change)) {
      execution throws(EvaluationError) in
      let first = try first.evaluateInt(&execution.frame)
      let second = try other?.evaluateInt(&execution.frame) ?? first
      try target.modifyList(execution) { list throws(EvaluationError) in
        let first = try first.index(inListOf: list.count)
        return change(&list, first, try second.index(inListOf: list.count))
      }
      return true
    }
  }
}
