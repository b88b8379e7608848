import SuasProgram
import YAML

extension Spec {
  /// Joins the specs of several files: their declarations, in the order of the files.
  package init(joining specs: [Spec]) {
    sources = specs.flatMap(\.sources)
    name = specs.last { $0.name != nil }?.name
    description = specs.last { $0.description != nil }?.description
    enums = specs.flatMap(\.enums)
    records = specs.flatMap(\.records)
    actions = specs.flatMap(\.actions)
    internals = specs.flatMap(\.internals)
    reducers = specs.flatMap(\.reducers)
    selectors = specs.flatMap(\.selectors)
    listeners = specs.flatMap(\.listeners)
    middleware = specs.flatMap(\.middleware)
    effects = specs.flatMap(\.effects)
    invariants = specs.flatMap(\.invariants)
    transitions = specs.flatMap(\.transitions)
    goals = specs.flatMap(\.goals)
  }
}
