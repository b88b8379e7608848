import CEL
import YAML

/// `upsert: path` with `match`, a field, and `value`: replaces the first record of a list whose
/// field is equal, else appends.
struct UpsertVerb: Verb {
  static let keyword = "upsert"

  let path: ExpressionSyntax
  let match: Name
  let value: Node
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    fallback = rule.optional("default")
    guard let path = rule.path(),
      let match = rule.require("match").flatMap({
        Name(reference: $0, "a field", rule.findings)
      }),
      let value = rule.require("value")
    else { return nil }
    self.path = path
    self.match = match
    self.value = value
  }

  func check(in scope: inout Scope) -> Step? {
    guard let (target, element) = scope.listTarget(path, default: fallback),
      let value = scope.value(value, as: element)
    else { return nil }
    switch element.unwrapped {
    case .record(let name):
      guard let record = scope.values.types.records[name] else { return nil }
      guard record.shape.slot(of: match.text) != nil else {
        scope.findings.report(
          .unknownField(
            match.text, of: name, among: record.fields.map(\.name), at: match.range))
        return nil
      }
    case .any: break
    default:
      scope.findings.report(
        .typeMismatch("'\(target.text)' is not a list of records", at: path.range))
      return nil
    }
    let field = match.text
    return Step { execution throws(EvaluationError) in
      let value = try value.evaluate(&execution.frame)
      let key = try value.member(field)
      guard case .list(let list) = try target.readOrFallback(execution) else {
        throw .typeMismatch(try target.read(execution), isNot: "a list")
      }
      try execution.spend(list.count)
      var place = list.count
      for (index, element) in list.enumerated() where try element.member(field) == key {
        place = index
        break
      }
      try target.modifyList(execution) { list in
        guard place < list.count else {
          list.append(value)
          return .remove(place..<place + 1)
        }
        let old = list[place]
        list[place] = value
        return .replace(old, at: place)
      }
      return true
    }
  }
}

extension Target {
  /// What stands at the place, or what stands there for a map's key that is missing.
  fileprivate func readOrFallback(_ execution: Execution) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      return try read(execution)
    } catch {
      guard error.code == "no-such-key", let fallback else { throw error }
      return try fallback.evaluate(&execution.frame)
    }
  }
}
