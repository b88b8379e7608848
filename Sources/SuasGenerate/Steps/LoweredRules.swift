import SuasProgram

/// All rules of a spec, lowered once.
package struct LoweredRules: Sendable {
  package private(set) var shared: LoweredSharedRules
  /// The reducers by the keys of their states, those of histories left out.
  package let reducers: [String: LoweredReducer]

  package init(_ lowering: Lowering) throws(NotGenerated) {
    shared = try LoweredSharedRules(lowering)
    var reducers: [String: LoweredReducer] = [:]
    let scope = LoweredReducer.scope(of: lowering.program.spec)
    for reducer in lowering.program.spec.reducers where !reducer.isHistory {
      reducers[reducer.stateKey] = try LoweredReducer(reducer, scope, lowering, shared)
    }
    self.reducers = reducers
    let functions = reducers.values.flatMap(\.handlers).map(\.function.steps.facts)
    shared.note(callers: functions)
  }
}
