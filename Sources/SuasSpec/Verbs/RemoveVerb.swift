import CEL
import YAML

/// `remove: path` with `where`, or with `value`: drops every match from a list or map.
struct RemoveVerb: Verb {
  static let keyword = "remove"

  enum Match: Sendable {
    case condition(ExpressionSyntax)
    case value(Node)
  }

  let path: ExpressionSyntax
  let name: Name?
  let match: Match

  init?(decoding rule: inout RuleReader) {
    let condition = rule.optionalExpression("where")
    let value = rule.optional("value")
    name = rule.elementName()
    switch (condition, value) {
    case (let condition?, nil): match = .condition(condition)
    case (nil, let value?): match = .value(value)
    case (_?, _?):
      rule.reportConflict("value", with: "where")
      return nil
    case (nil, nil):
      rule.reportMissing("where")
      return nil
    }
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Step? {
    var inner = scope
    guard let elements = Elements(path, as: name, in: &inner) else { return nil }
    switch match {
    case .condition(let syntax):
      guard let condition = inner.expression(syntax, as: .bool) else { return nil }
      return elements.dropping { collection, execution throws(EvaluationError) in
        try elements.entries(of: collection, where: condition, is: false, execution)
      }
    case .value(let node):
      guard let template = scope.value(node, as: elements.elementType) else { return nil }
      return elements.dropping { collection, execution throws(EvaluationError) in
        let value = try template.evaluate(&execution.frame)
        return try elements.entries(of: collection, execution).filter { $0.value != value }
      }
    }
  }
}

extension Elements {
  /// A step that leaves the entries that `kept` gives, and does not count where these are all.
  func dropping(
    _ kept: @escaping @Sendable (Value, Execution) throws(EvaluationError) -> [Map.Entry]
  ) -> Step {
    Step { execution throws(EvaluationError) in
      let collection = try target.read(execution)
      let entries = try kept(collection, execution)
      switch collection {
      case .list(let list):
        guard entries.count < list.count else { return false }
        try target.modify(execution) { $0 = .list(List(entries.map(\.value))) }
      case .map(let map):
        guard entries.count < map.count else { return false }
        var left = Map()
        for (key, value) in entries { left[key] = value }
        try target.modify(execution) { [left] in $0 = .map(left) }
      default:
        throw .typeMismatch(collection, isNot: "a list or a map")
      }
      return true
    }
  }
}
