import CEL
import SuasProgram
import YAML

/// `fail: TEXT`, or `fail: {code, message}`: refuses the action.
struct FailVerb: Verb {
  static let keyword = "fail"

  static let form = VerbForm(
    target: .refusal(refusal), summary: "Refuses the action: a text, or `{ code, message }`.",
    arguments: [])

  /// The form of a refusal with a code.
  static let refusal = MappingForm<SpecValueKind>(
    "'fail'",
    [
      .required("code", .text, "The error's code."),
      .required("message", .message, "What is said; `${…}` marks expressions."),
    ])

  static let refuses = true

  package let code: String
  package let message: Node

  init?(decoding rule: inout RuleReader) {
    guard rule.target.mapping != nil else {
      code = "failed"
      message = rule.target
      return
    }
    var mapping = MappingReader(rule.target, Self.refusal, into: rule.sink)
    let code = mapping.require("code")
    let message = mapping.require("message")
    mapping.finish()
    guard let code = code.flatMap({ Name(reference: $0, "a code", rule.sink) }), let message
    else { return nil }
    self.code = code.text
    self.message = message
  }

  func check(in scope: inout Scope) -> Operation? {
    scope.value(message, as: .string).map { .refuse(code: code, message: $0) }
  }
}
