import CEL
import SuasProgram
import YAML

/// `upsert: path` with `match`, a field, and `value`: replaces the first record of a list that has
/// an equal value in the field, or else appends.
struct UpsertVerb: Verb {
  static let keyword = "upsert"

  static let form = VerbForm(
    "Replaces the record of a list whose field `match` is equal, else appends.",
    [.required("match", .field, "The field that is compared."), .value, .fallback])

  let path: ExpressionSyntax
  let match: Name
  let value: Node
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    fallback = rule.optional("default")
    guard let path = rule.path(),
      let match = rule.require("match").flatMap({
        Name(reference: $0, "a field", rule.sink)
      }),
      let value = rule.require("value")
    else { return nil }
    self.path = path
    self.match = match
    self.value = value
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let (target, element) = scope.listTarget(path, default: fallback) else { return nil }
    let value = scope.value(value, as: element)
    switch element.unwrapped {
    case .record(let name):
      guard let record = scope.values.types.records[name] else { return nil }
      guard scope.values.slot(of: match.scalar, in: record) != nil else {
        scope.sink.report(
          .unknownField(
            match.text, of: name, among: record.fields.map(\.name), at: match.range))
        return nil
      }
    case .any: break
    default:
      scope.sink.report(
        .typeMismatch("'\(target.text)' is not a list of records", at: path.range))
      return nil
    }
    guard let value else { return nil }
    return .upsert(target, matching: match.text, value)
  }
}
