import SuasProgram

extension Descriptions {
  /// Collects the descriptions of a spec.
  init(of spec: Spec) {
    var entries: [Entry] = []
    func add(_ kind: Kind, _ name: String, of owner: String = "", _ text: String?) {
      if let text, !text.isEmpty { entries.append(Entry(kind, name, of: owner, text)) }
    }
    func add(_ kind: Kind, _ fields: [FieldDeclaration], of owner: Name) {
      for field in fields { add(kind, field.name.text, of: owner.text, field.description) }
    }
    add(.spec, "", spec.description)
    for constant in spec.constants { add(.constant, constant.name.text, constant.description) }
    for function in spec.functions { add(.function, function.name.text, function.description) }
    for record in spec.records { add(.field, record.fields, of: record.name) }
    for action in spec.actions { add(.payloadField, action.fields, of: action.name) }
    for rule in spec.sharedRules { add(.sharedRule, rule.name.text, rule.description) }
    for reducer in spec.reducers { add(.reducer, reducer.name.text, reducer.description) }
    for selector in spec.selectors { add(.selector, selector.name.text, selector.description) }
    for listener in spec.listeners { add(.listener, listener.name.text, listener.description) }
    for case .declared(let middleware) in spec.middleware {
      add(.middleware, middleware.name.text, middleware.description)
    }
    for effect in spec.effects {
      add(.effect, effect.name.text, effect.description)
      add(.payloadField, effect.fields, of: effect.name)
    }
    for transition in spec.transitions {
      add(.transition, transition.name.text, transition.description)
    }
    self.init(entries)
  }
}
