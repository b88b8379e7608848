import SuasProgram
import YAML

extension Spec {
  /// Joins the specs of several files: their declarations, in the order of the files. A built-in
  /// middleware that several of them name counts once, where it stands first.
  package init(joining specs: [Spec]) {
    sources = specs.flatMap(\.sources)
    name = specs.last { $0.name != nil }?.name
    description = specs.last { $0.description != nil }?.description
    constants = specs.flatMap(\.constants)
    functions = specs.flatMap(\.functions)
    enums = specs.flatMap(\.enums)
    records = specs.flatMap(\.records)
    actions = specs.flatMap(\.actions)
    internals = specs.flatMap(\.internals)
    sharedRules = specs.flatMap(\.sharedRules)
    reducers = specs.flatMap(\.reducers)
    selectors = specs.flatMap(\.selectors)
    listeners = specs.flatMap(\.listeners)
    var builtIn: Set<String> = []
    middleware = specs.flatMap { spec in
      let middleware = spec.middleware.filter { !($0.isBuiltIn && builtIn.contains($0.name.text)) }
      builtIn.formUnion(spec.middleware.lazy.filter(\.isBuiltIn).map(\.name.text))
      return middleware
    }
    effects = specs.flatMap(\.effects)
    invariants = specs.flatMap(\.invariants)
    transitions = specs.flatMap(\.transitions)
    atRest = specs.flatMap(\.atRest)
    goals = specs.flatMap(\.goals)
    waysOut = specs.flatMap(\.waysOut)
    saved = specs.flatMap(\.saved)
    path = specs.last { !$0.saved.isEmpty }?.path
  }
}
