import CEL
import Suas
import SuasSpec

/// The whole store as expressions see it: a record with a field for each state key.
struct StoreShape: Sendable {
  let shape: Shape
  let reducers: [CheckedReducer]

  init(_ spec: CompiledSpec) {
    reducers = spec.checked.reducers
    shape = Shape(
      name: "the store",
      fields: reducers.map { Shape.Field(name: $0.stateKey, type: .record($0.state.name)) })
  }

  func slot(of stateKey: String) -> Int? { shape.slot(of: stateKey) }

  var stateKeys: [String] { shape.fields.map(\.name) }

  /// The sub-states of a store's state, in the order of the reducers.
  func record(of state: State) -> Record {
    Record(
      shape,
      ContiguousArray(
        reducers.map { .record(state[$0.stateKey] as? Record ?? $0.initial) }))
  }
}
