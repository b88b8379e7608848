import CEL
import SuasProgram
import YAML

/// `merge: path` with `value`: replaces the named fields of a record, or sets entries of a map.
struct MergeVerb: Verb {
  static let keyword = "merge"

  static let form = VerbForm(
    "Lays the named fields over a record, or entries over a map.", [.value, .fallback])

  let path: ExpressionSyntax
  let value: Node
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let value = rule.require("value") else { return nil }
    self.path = path
    self.value = value
    fallback = rule.optional("default")
  }

  func check(in scope: inout Scope) -> Operation? {
    let types = scope.values.types
    let target = scope.target(path, default: fallback, as: "a record or a map") { type in
      switch type {
      case .record(let name): !(types.records[name]?.isVariant ?? false)
      case .map: true
      default: false
      }
    }
    guard let target else { return nil }
    if case .record(let name) = target.type.unwrapped, let record = types.records[name] {
      return scope.values.readOverlay(value, of: record).map { .merge(target, $0) }
    }
    return scope.value(value, as: target.type.unwrapped).map { .merge(target, .whole($0)) }
  }
}
