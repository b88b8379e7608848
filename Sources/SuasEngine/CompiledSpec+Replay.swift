import CEL
import SuasProgram
import YAML

extension CompiledSpec {
  /// The rules that change a store on an action, each with the place of its verb, the state key and
  /// the sub-state after it.
  ///
  /// It runs the rules again, so that an ordinary dispatch does not pay for this.
  package func rules(
    of action: SpecAction, on store: Record
  ) -> [(place: SourceRange, stateKey: Int, after: Value)] {
    var ran: [(place: SourceRange, stateKey: Int, after: Value)] = []
    for (slot, reducer) in observedReducers.enumerated() {
      guard case .record(var state) = store[slot],
        let place = reducer.rules.place(of: action.type.id)
      else { continue }
      let execution = Execution()
      execution.probe = Probe(on: checked.coverage)
      if reducer.rules.readsStore(at: place) { execution.store = store }
      execution.onRule = { ran.append(($0, slot, $1)) }
      withBorrow(of: action.payload) { payload in
        if let plan = reducer.history {
          let history = HistoryRun(plan, within: limits)
          _ = withInout(to: &state) { history.begin(place, on: $0, payload, in: store, nil) }
        }
        execution.begin(state, payload, budget: limits.cost)
        // An error ends the rules of this reducer; the rules that ran before it are returned.
        _ = reducer.rules.run(at: place, execution)
        _ = execution.end()
      }
    }
    return ran
  }
}
