import CEL
import YAML

/// `fail: TEXT`, or `fail: {code, message}`: refuses the action.
struct FailVerb: Verb {
  static let keyword = "fail"

  static let form = VerbForm(
    target: .refusal, summary: "Refuses the action: a text, or `{ code, message }`.",
    arguments: [])

  let code: String
  let message: Node

  init?(decoding rule: inout RuleReader) {
    guard rule.target.mapping != nil else {
      code = "failed"
      message = rule.target
      return
    }
    var mapping = MappingReader(rule.target, as: "'fail'", into: rule.findings)
    let code = mapping.require("code")
    let message = mapping.require("message")
    mapping.finish()
    guard let code = code.flatMap({ Name(reference: $0, "a code", rule.findings) }), let message
    else { return nil }
    self.code = code.text
    self.message = message
  }

  func check(in scope: inout Scope) -> Operation? {
    scope.value(message, as: .string).map { .refuse(code: code, message: $0) }
  }
}
