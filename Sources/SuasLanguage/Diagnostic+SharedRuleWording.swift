import SuasProgram
import YAML

/// Shared rules and their uses.
extension Diagnostic {
  static func unknownRule(_ name: Name, among names: [String]) -> Diagnostic {
    let found = unknown(
      .unknownRule, "there is no shared rule '\(name.text)'", name.text, among: names,
      at: name.range)
    guard names.isEmpty else { return found }
    return Diagnostic(
      .unknownRule, "there is no shared rule '\(name.text)'", at: .range(name.range),
      help: ["shared rules are declared under 'rules', beside 'reducers'"])
  }

  static func notARecordOfRules(_ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "'\(name.text)' is no record, so rules have no field of it to begin at",
      at: .range(range), help: ["'of' names a record under 'types' or a state"])
  }

  static func parameterHidesField(
    _ parameter: Name, of rule: Name, _ record: String
  ) -> Diagnostic {
    Diagnostic(
      .duplicateName, "the parameter '\(parameter.text)' is named as a field of \(record)",
      at: .range(parameter.range), notes: [Note("'\(rule.text)' is declared here", at: rule.range)],
      help: ["rename the parameter: both would be '\(parameter.text)' in the rules"])
  }

  static func reservedParameter(_ parameter: Name) -> Diagnostic {
    Diagnostic(
      .duplicateName, "'\(parameter.text)' has a meaning of its own in shared rules",
      at: .range(parameter.range), help: ["rename the parameter"])
  }

  static func constrainedParameter(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongKind, "a parameter has no 'where'", at: .range(range),
      help: ["refuse a value with a rule: 'fail', with 'when' or 'unless'"])
  }

  /// - Parameter chain: The names of rules in a circle: each uses the next, and the last one the
  ///   first; with the places of these uses.
  static func recursiveRules(_ rule: Name, _ chain: [(name: String, use: Name)]) -> Diagnostic {
    let shown = chain.prefix(8).map { "'\($0.use.text)'" }.joined(separator: ", which uses ")
    let rest = chain.count > 8 ? " and so on, back to '\(rule.text)'" : ""
    return Diagnostic(
      .recursiveRules, "'\(rule.text)' uses itself: it uses \(shown)\(rest)",
      at: .range(rule.range),
      notes: chain.prefix(8).map {
        Note("'\($0.name)' uses '\($0.use.text)' here", at: $0.use.range)
      },
      help: ["'for-each' and 'update' repeat rules; 'closure' finds all that can be reached"])
  }

  static func tooDeepRules(_ rule: Name, limit: Int) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep,
      "with the rules that it uses, '\(rule.text)' is nested more than \(limit) levels deep",
      at: .range(rule.range))
  }

  static func resetInSharedRule(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongKind, "a shared rule does not know what its record began with", at: .range(range),
      help: ["'set' what it is to be, or 'reset' it in the rule of the reducer"])
  }

  static func useOfAnotherRecord(
    _ rule: Name, _ record: String, _ target: Target, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch,
      "'\(target.text)' is \(target.type.withArticle), where '\(rule.text)' works on "
        + FieldType.record(record).withArticle,
      at: .range(range), notes: [Note("'\(rule.text)' is declared here", at: rule.range)],
      help: target.text == "state" ? ["name the place under 'on'"] : [])
  }

  static func unknownParameter(
    _ key: Scalar, of rule: Name, among names: [String]
  ) -> Diagnostic {
    var found = unknown(
      .unknownKey, "'\(rule.text)' has no parameter '\(key.text)'", key.text, among: names,
      at: key.range)
    found.notes = [Note("'\(rule.text)' is declared here", at: rule.range)]
    return found
  }

  static func missingParameter(
    _ name: String, of rule: Name, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingKey, "'\(rule.text)' needs its parameter '\(name)'", at: .range(range),
      notes: [Note("'\(rule.text)' is declared here", at: rule.range)],
      help: ["hand it over: 'with: { \(name): … }'"])
  }
}
