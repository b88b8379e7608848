import SuasProgram

extension Declarations {
  /// Collects the declarations of a spec.
  init(of spec: Spec) {
    var entries: [Entry] = []
    func add(_ kind: Kind, _ name: Name, of owner: String = "", _ description: String? = nil) {
      let text = description.flatMap { $0.isEmpty ? nil : $0 }
      entries.append(Entry(kind, name.text, of: owner, at: name.range, text))
    }
    func add(_ kind: Kind, _ fields: [FieldDeclaration], of owner: Name) {
      for field in fields { add(kind, field.name, of: owner.text, field.description) }
    }
    for constant in spec.constants { add(.constant, constant.name, constant.description) }
    for function in spec.functions { add(.function, function.name, function.description) }
    for item in spec.enums {
      add(.enumeration, item.name)
      for name in item.cases { add(.enumCase, name, of: item.name.text) }
    }
    for record in spec.records {
      add(.type, record.name)
      add(.field, record.fields, of: record.name)
    }
    for action in spec.actions {
      add(.action, action.name)
      add(.payloadField, action.fields, of: action.name)
    }
    for rule in spec.sharedRules { add(.sharedRule, rule.name, rule.description) }
    for reducer in spec.reducers { add(.reducer, reducer.name, reducer.description) }
    for selector in spec.selectors { add(.selector, selector.name, selector.description) }
    for listener in spec.listeners { add(.listener, listener.name, listener.description) }
    for case .declared(let middleware) in spec.middleware {
      add(.middleware, middleware.name, middleware.description)
    }
    for effect in spec.effects {
      add(.effect, effect.name, effect.description)
      add(.payloadField, effect.fields, of: effect.name)
    }
    for invariant in spec.invariants { add(.invariant, invariant.name) }
    for transition in spec.transitions { add(.transition, transition.name, transition.description) }
    for promise in spec.atRest { add(.atRest, promise.name) }
    for goal in spec.goals { add(.goal, goal.name) }
    for way in spec.waysOut { add(.wayOut, way.name, way.description) }
    self.init(description: spec.description.flatMap { $0.isEmpty ? nil : $0 }, entries)
  }
}
