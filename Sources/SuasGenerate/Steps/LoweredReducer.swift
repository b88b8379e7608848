import CEL
import SuasProgram
import YAML

/// The functions of a reducer for the actions that it handles.
package struct LoweredReducer: Sendable {
  package struct Handler: Sendable {
    package let action: CheckedAction
    package let function: LoweredFunction
  }

  package let reducer: CheckedReducer
  /// The handlers of the actions that change the state, in the order in which they are declared.
  package let handlers: [Handler]

  /// - Parameter scope: The scope that all functions begin with.
  package init(
    _ reducer: CheckedReducer, _ scope: Scope, _ lowering: Lowering, _ shared: LoweredSharedRules
  ) throws(NotGenerated) {
    self.reducer = reducer
    let actions = lowering.program.spec.actions
    var handlers: [Handler] = []
    for (id, rules) in reducer.handled where id < actions.count {
      // An action that only empties the history changes nothing here.
      guard !rules.isEmpty || reducer.history?.move(by: actions[id]) != nil else { continue }
      let function = try Self.function(actions[id], rules, reducer, scope, lowering, shared)
      handlers.append(Handler(action: actions[id], function: function))
    }
    self.handlers = handlers
  }

  /// The scope that the functions of all reducers begin with: their locals hide no state.
  package static func scope(of spec: CheckedSpec) -> Scope {
    Scope(
      avoiding: RuleLowering.reservedNames.union(
        spec.reducers.map { $0.stateKey.memberName.lowercased() }))
  }

  private static func function(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer, _ scope: Scope,
    _ lowering: Lowering, _ shared: LoweredSharedRules
  ) throws(NotGenerated) -> LoweredFunction {
    let program = lowering.program
    var scope = scope
    let root = LoweredExpression(
      .local(Local("state")), .record(reducer.state.name), canFail: false)
    scope[0] = root
    scope[1] = LoweredExpression(
      .local(Local("action")), .record(action.payload.name), canFail: false)
    scope[2] = LoweredExpression(
      .local(Local("store")), .record(StoreShape.typeName), canFail: false)
    let move = reducer.history?.move(by: action)
    let rulesCount = program.spec.counting(rules)
    let counting: Counting = move == nil ? rulesCount : rules.isEmpty ? .always : .sometimes
    var lowered = RuleLowering(
      lowering, root: root, scope, at: rules.first?.place ?? .nowhere, callees: shared.functions,
      notesCounts: counting == .sometimes)
    var steps: [Step] = []
    if let move {
      let key = CheckedHistory.stateKey(of: reducer.stateKey)
      steps.append(
        .travel(HistoryMove(stateKey: key, distance: move, notesCount: !rules.isEmpty)))
    }
    let ruleSteps = try lowered.lower(rules)
    steps += ruleSteps.steps
    let mayCount = counting == .always || Steps(unpruned: steps).facts.notesCount
    if mayCount, !ruleSteps.facts.isEnded,
      program.hasConstraints(.record(reducer.state.name))
    {
      let check = Step.checkConstraints(ifCounted: counting == .sometimes)
      // The error has the place of the rule before it, or of the last rule if none can fail.
      let place = RulePlace(range: lowered.place, hidesValues: false)
      let isPlaced = !ruleSteps.failingPlaces.isEmpty
      steps.append(isPlaced ? check : .rule(place, Steps(unpruned: [check])))
    }
    return LoweredFunction(root: root, steps: Steps(steps), counting: counting, parameters: [])
  }
}

extension CheckedHistory {
  /// The number of steps by which an action moves in the history; nil for one that does not.
  fileprivate func move(by action: CheckedAction) -> LoweredExpression? {
    switch roles[action.id] {
    case .undo: return LoweredExpression(.constant(.int(-1)), .int, canFail: false)
    case .redo: return LoweredExpression(.constant(.int(1)), .int, canFail: false)
    case .jump(let slot):
      let payload = LoweredExpression(
        .local(Local("action")), .record(action.payload.name), canFail: false)
      return LoweredExpression(
        .field(payload, action.payload.fields[slot].name), .int, canFail: false)
    case .clear, .record, .ignore, nil: return nil
    }
  }
}
