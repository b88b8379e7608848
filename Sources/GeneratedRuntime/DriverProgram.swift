import Suas

/// A program that counts, in the place of the one that is generated.
package struct DriverProgram: DrivenProgram {
  package let digest = "0123456789abcdef"
  package let listeners = ["count"]

  package func makeStore(
    _ state: Store.State, _ runner: EffectRunner, _ record: RunRecord
  ) -> Store {
    createStore(
      reducer: RecordingReducer(record: record) + CountReducer(), state: state,
      middleware: EntryMiddleware(runner: runner, check: { _ in })
        + EffectMiddleware(runner: runner),
      validate: { _, _, _ in record.isHandled = true })
  }

  package func keyedState(_ json: JSONValue) throws(Failure) -> KeyedState {
    ["count": try json.members().read("count") as Int64]
  }

  package func action(
    _ name: String, _ fields: OrderedMap<JSONValue, JSONValue>, _ runtime: AppRuntime
  ) throws(Failure) -> (any Action)? {
    name == "Add" ? Add(amount: try fields.read("amount")) : nil
  }

  package func describe(_ action: any Action) -> (name: String, payload: JSONValue)? {
    (action as? Add).map { ("Add", .object(["amount": $0.amount.json])) }
  }

  package func json(_ state: Store.State) -> JSONValue {
    .object(["count": AppState(state).count.json])
  }

  package func listen(
    _ name: String, _ store: Store, _ runner: EffectRunner, _ record: RunRecord
  ) -> RunListener? {
    RunListener(
      store.addListener(stateSelector: { AppState($0).count }) { record.tell(name, $0.json) })
  }
}

/// The action of `DriverProgram`.
package struct Add: Action {
  package let amount: Int64
}

private struct CountReducer: RefusingReducer {
  let stateKey = "count"
  let initialState: Int64 = 0

  func reduce(
    state: inout Int64, store: Store.State, action: any Action
  ) throws(ActionError) -> Bool {
    guard let action = action as? Add else { return false }
    do throws(Failure) {
      state = try state.adding(action.amount)
      return true
    } catch {
      throw ActionError(error)
    }
  }
}
