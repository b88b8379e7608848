import SuasProgram
import YAML

extension Spec {
  /// All names that the spec declares, section by section.
  package var declaredNames: [DeclaredName] {
    var names: [DeclaredName] = []
    func add(
      _ kind: Symbol.Kind, _ name: Name, in owner: String = "", _ noun: String,
      _ detail: String = "", _ documentation: String? = nil
    ) {
      names.append(
        DeclaredName(
          Symbol(kind, name.text, in: owner), at: name.range, noun, detail, documentation))
    }
    func add(_ fields: [FieldDeclaration], of owner: String, _ noun: String) {
      for field in fields {
        add(.field, field.name, in: owner, noun, field.written, field.description)
      }
    }
    for constant in constants {
      add(
        .definition, constant.name, "constant", constant.type.range.text, constant.description)
    }
    for function in functions {
      let parameters = function.parameters.map { "\($0.name.text): \($0.type.range.text)" }
      let result = function.result.map { " → \($0.range.text)" } ?? ""
      add(
        .definition, function.name, "function",
        "(\(parameters.joined(separator: ", ")))\(result)", function.description)
      for parameter in function.parameters {
        add(
          .parameter, parameter.name, in: function.name.text, "parameter",
          parameter.type.range.text)
      }
    }
    for declaration in enums {
      add(
        .type, declaration.name, "enum", declaration.cases.map(\.text).joined(separator: ", "))
      for item in declaration.cases { add(.enumCase, item, in: declaration.name.text, "case") }
    }
    for record in records {
      if record.section != .cases {
        add(.type, record.name, record.section.noun, record.fields.summary)
      }
      add(
        record.fields, of: record.name.text, record.section == .variants ? "case" : "field")
    }
    for action in actions {
      add(.action, action.name, "action", action.fields.summary)
      add(
        action.fields, of: RecordType.name(ofPayload: action.name.text, of: "action"), "field")
    }
    for rule in sharedRules {
      add(.sharedRule, rule.name, "rule", rule.parameters.summary, rule.description)
      for parameter in rule.parameters {
        add(
          .parameter, parameter.name, in: rule.name.text, "parameter", parameter.written,
          parameter.description)
      }
    }
    for reducer in reducers {
      add(.reducer, reducer.name, "reducer", "of \(reducer.state.text)", reducer.description)
      if let key = reducer.stateKey, key.text != reducer.state.text {
        add(.stateKey, key, "state key", reducer.state.text)
      }
    }
    for selector in selectors {
      add(.selector, selector.name, "selector", "", selector.description)
    }
    for listener in listeners {
      add(.listener, listener.name, "listener", "", listener.description)
    }
    for case .declared(let middleware) in middleware {
      add(.middleware, middleware.name, "middleware", "", middleware.description)
    }
    for effect in effects {
      add(.action, effect.name, "effect", effect.fields.summary, effect.description)
      add(
        effect.fields, of: RecordType.name(ofPayload: effect.name.text, of: "effect"), "field")
    }
    for invariant in invariants { add(.invariant, invariant.name, "invariant") }
    for transition in transitions {
      add(.transition, transition.name, "transition", "", transition.description)
    }
    for promise in atRest { add(.atRest, promise.name, "promise at rest") }
    for goal in goals { add(.goal, goal.name, "goal") }
    for way in waysOut { add(.wayOut, way.name, "way out", "", way.description) }
    return names
  }
}

extension FieldDeclaration {
  /// The type and default, as they are written.
  fileprivate var written: String {
    let value = `default`.map { " = \($0.range.text.onOneLine)" } ?? ""
    return type.range.text + value
  }
}

extension [FieldDeclaration] {
  /// The fields with their types, on one line.
  fileprivate var summary: String {
    isEmpty
      ? "" : "{ \(map { "\($0.name.text): \($0.type.range.text)" }.joined(separator: ", ")) }"
  }
}
