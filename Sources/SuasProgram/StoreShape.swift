import CEL

/// The whole store as expressions see it: a record with a field for each state key.
package struct StoreShape: Sendable {
  package let shape: Shape
  package let reducers: [CheckedReducer]
  /// The selectors that expressions can read as `selected.NAME`.
  package let selectors: [SelectorReading]

  /// The name of the type of whole stores, which authors cannot give to another type.
  package static let typeName = "the store"

  package init(_ reducers: [CheckedReducer], _ selectors: [SelectorReading] = []) {
    self.reducers = reducers
    self.selectors = selectors
    shape = Shape(
      name: Self.typeName,
      fields: reducers.map { Shape.Field(name: $0.stateKey, type: .record($0.state.name)) })
  }

  /// The whole store as a record type.
  package var recordType: RecordType {
    RecordType(
      name: shape.name,
      fields: reducers.map {
        RecordType.Field(name: $0.stateKey, type: .record($0.state.name), default: nil)
      }, enums: [:])
  }

  package func slot(of stateKey: String) -> Int? { shape.slot(of: stateKey) }

  package var stateKeys: [String] { shape.fields.map(\.name) }

  /// The state keys of histories.
  package var historyKeys: Set<String> {
    Set(reducers.lazy.filter(\.isHistory).map(\.stateKey))
  }

  /// The initial store.
  package var initial: Record {
    Record(shape, ContiguousArray(reducers.map { .record($0.initial) }))
  }

  /// The types of the store and of selected values.
  package var shapes: [Shape] { [shape] + selectors.flatMap(\.shapes) }

  /// The environment for expressions on the whole store, which they see as `store`.
  package func environment(_ types: CEL.Types) -> CEL.Environment {
    var environment = CEL.Environment(types: types.adding(shapes))
    declare(in: &environment)
    return environment
  }

  /// Declares `store` in the next slot, and `selected.NAME` for each selector over it; the types of
  /// the environment include ``shapes``.
  package func declare(in environment: inout CEL.Environment) {
    let slot = environment.declare("store", .record(shape.name))
    Self.declare(selectors, ofStoreIn: slot, in: &environment)
  }

  /// Declares `selected.NAME` for each of some selectors.
  package static func declare(
    _ selectors: [SelectorReading], ofStoreIn slot: Int, in environment: inout CEL.Environment
  ) {
    for selector in selectors {
      environment.declare(
        "selected.\(selector.name)", selector.type,
        computedBy: SelectedValue(selector, ofStoreIn: slot))
    }
  }
}

extension Record {
  /// The sub-states of a whole store, in the order of the reducers.
  package var subStates: [Record] {
    fields.compactMap { if case .record(let subState) = $0 { subState } else { nil } }
  }
}
