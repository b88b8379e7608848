import CEL
import Suas
import SuasProgram

extension StoreShape {
  /// The sub-states of a store's state, in the order of the reducers.
  package func record(of state: Store.State) -> Record {
    let keys = state.keys
    var fields = ContiguousArray<Value>()
    fields.reserveCapacity(reducers.count)
    for (slot, reducer) in reducers.enumerated() {
      // A store with only the spec's reducers has their keys in their order.
      let isThere = slot < keys.count && keys[slot] == reducer.stateKey
      let value: Any? = isThere ? state.values[slot] : state[reducer.stateKey]
      fields.append(.record(value as? Record ?? reducer.initial))
    }
    return Record(shape, fields)
  }

  /// The state of a store with these sub-states, in the order of the reducers.
  package func state(of record: Record) -> Store.State {
    Store.State(
      dictionary: Dictionary(
        zip(stateKeys, record.subStates).map { ($0, $1 as any Sendable) },
        uniquingKeysWith: { first, _ in first }))
  }
}
