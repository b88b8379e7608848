import CEL
import SuasProgram
import YAML

/// `set: path` with `value`: assigns the value.
struct SetVerb: Verb {
  static let keyword = "set"

  static let form = VerbForm("Assigns; a map's key that is not there is added.", [.value])

  let path: ExpressionSyntax
  let value: Node

  init?(decoding rule: inout RuleReader) {
    guard let path = rule.path(), let value = rule.require("value") else { return nil }
    self.path = path
    self.value = value
  }

  func check(in scope: inout Scope) -> Operation? {
    guard var target = scope.target(path, for: .assigning),
      let value = scope.value(value, as: target.type)
    else { return nil }
    // A missing key has this value only until the assignment.
    if target.endsInKey { target.fallback = .constant(.null) }
    if case .record(let name) = target.type.unwrapped,
      let variant = scope.values.types.records[name], let written = value.writtenCase(of: variant)
    {
      scope.know(path, is: written)
    }
    return .set(target, value)
  }
}

extension CheckedTemplate {
  /// The case of a variant that the template is sure to make; nil if it is computed.
  fileprivate func writtenCase(of variant: RecordType) -> String? {
    guard variant.isVariant else { return nil }
    switch self {
    case .constant(.record(let record)):
      return record.presentCase.map { variant.fields[$0].name }
    case .record(_, let fields):
      let slot = fields.firstIndex { if case .constant(.null) = $0 { false } else { true } }
      return slot.map { variant.fields[$0].name }
    default: return nil
    }
  }
}
