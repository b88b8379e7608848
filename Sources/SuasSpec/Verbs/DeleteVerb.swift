import CEL
import YAML

/// `delete: path[key]`: drops a map's entry; a key that is not there changes nothing.
struct DeleteVerb: Verb {
  static let keyword = "delete"

  let path: ExpressionSyntax

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Step? {
    guard let target = scope.target(path) else { return nil }
    guard target.endsInKey, let last = target.components.last else {
      scope.findings.report(.notAnEntry(at: path.range))
      return nil
    }
    let map = target.parent
    return Step { execution throws(EvaluationError) in
      let key: Value
      if case .member(let name) = last {
        key = .string(name)
      } else {
        guard let last = try target.keys(execution).last else { return false }
        key = last
      }
      switch try map.read(execution) {
      case .map(let entries) where entries[key] == nil: return false
      case .map: break
      case let value: throw .typeMismatch(value, isNot: "a map")
      }
      try map.modify(execution) { place throws(EvaluationError) in
        try place.modifyMap { $0[key] = nil }
      }
      return true
    }
  }
}

extension Target {
  /// The place that holds this one.
  fileprivate var parent: Target {
    Target(
      components: components.dropLast(), type: .any, text: text,
      items: items.filter { $0.depth < components.count }, endsInKey: false)
  }
}
