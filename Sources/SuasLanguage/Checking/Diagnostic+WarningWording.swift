import CEL
import SuasProgram
import YAML

extension Diagnostic.Code {
  package static let unhandledAction = Self("unhandled-action")
  package static let unusedDeclaration = Self("unused-declaration")
  package static let constantCondition = Self("constant-condition")
  package static let neverWritten = Self("never-written")
  package static let neverRead = Self("never-read")
  package static let hiddenName = Self("hidden-name")
  package static let unguardedCase = Self("unguarded-case")
}

/// Warnings about valid code that is probably a mistake.
extension Diagnostic {
  private static func warning(
    _ code: Code, _ message: String, at range: SourceRange, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(code, message, at: range, severity: .warning, help: help)
  }

  static func unhandledAction(_ name: Name) -> Diagnostic {
    warning(
      .unhandledAction, "no reducer handles '\(name.text)'", at: name.range,
      help: ["give it rules under a reducer's 'on', or drop it"])
  }

  /// - Parameter actions: The actions that reducers handle; nil for all.
  static func stopsActions(_ middleware: Name, _ actions: [String]?) -> Diagnostic {
    let stopped = actions?.map { "'\($0)'" }.joined(separator: ", ") ?? "any action"
    return warning(
      .unhandledAction, "no reducer gets \(stopped): '\(middleware.text)' has no step 'next'",
      at: middleware.range, help: ["add '- next' where the action goes on"])
  }

  static func guardsNothing(_ middleware: Name) -> Diagnostic {
    warning(
      .unusedDeclaration, "'\(middleware.text)' does nothing: 'next' is its only step",
      at: middleware.range,
      help: [
        "where 'when' is false, the action goes on as well: to stop it, negate the condition and "
          + "write 'do: []'"
      ])
  }

  static func takenBefore(_ effect: Name, _ middleware: Name) -> Diagnostic {
    warning(
      .unhandledAction,
      "'\(effect.text)' never gets to '\(middleware.text)': 'async' takes effects",
      at: effect.range, help: ["put '\(middleware.text)' before 'async'"])
  }

  /// - Parameter name: The name for the element.
  static func sameForEachElement(_ name: String, at range: SourceRange) -> Diagnostic {
    warning(
      .constantCondition, "this does not mention '\(name)', so it is the same for each element",
      at: range,
      help: ["a field of the element is written \(name).field"])
  }

  static func noRuleNames(_ name: String, at range: SourceRange) -> Diagnostic {
    warning(
      .unusedDeclaration, "no rule under this 'do' names the place it is run on, '\(name)'",
      at: range,
      help: ["a field there is written \(name).field; a field without it is one of the state"])
  }

  static func escapedInterpolation(at range: SourceRange) -> Diagnostic {
    warning(
      .looksLikeExpression, "'$${' is text: it stands for '${'", at: range,
      help: ["for a '$' before a value, write ${\"$\"}${…}"])
  }

  static func unusedDeclaration(_ name: Name, what: String) -> Diagnostic {
    warning(
      .unusedDeclaration, "nothing uses the \(what) '\(name.text)'", at: name.range,
      help: what == "state" ? ["let a reducer own it, or drop it"] : [])
  }

  static func hiddenName(
    _ name: String, at range: SourceRange, constant: SourceRange
  ) -> Diagnostic {
    var warning = warning(
      .hiddenName, "'\(name)' hides the constant of that name here", at: range,
      help: ["give one of them another name"])
    warning.notes = [Note("the constant is here", at: constant)]
    return warning
  }

  /// - Parameter text: The selection of the case as it is written.
  static func unguardedCase(
    _ reading: CheckedExpr.CaseReading, as text: some StringProtocol, at range: SourceRange
  ) -> Diagnostic {
    warning(
      .unguardedCase, "nothing here shows that the \(reading.variant.name) is '\(reading.name)'",
      at: range,
      help: [
        "test 'has(\(text))' before, or use 'match'",
        "if it is another case, reading this one is the error no-such-case",
      ])
  }

  static func neverRead(parameter: Name, of what: String) -> Diagnostic {
    warning(
      .neverRead, "nothing reads the parameter '\(parameter.text)' of \(what)", at: parameter.range)
  }

  static func neverRead(_ field: Name, ofAction action: String) -> Diagnostic {
    warning(.neverRead, "nothing reads '\(field.text)' of '\(action)'", at: field.range)
  }

  static func neverReadOrWritten(_ field: Name, of state: String) -> Diagnostic {
    warning(
      .neverRead, "nothing reads or writes '\(field.text)' of '\(state)'", at: field.range)
  }

  static func neverWritten(_ field: Name, of state: String) -> Diagnostic {
    warning(
      .neverWritten, "no rule writes '\(field.text)' of '\(state)'", at: field.range,
      help: ["it keeps its default; a value that is meant to stay stands under 'initial'"])
  }

  static func familiarInterpolation(_ meant: FamiliarInterpolation, in scalar: Scalar)
    -> Diagnostic
  {
    var warning = warning(
      .looksLikeExpression, "'\(meant.first)' is text: a value stands in ${ }", at: scalar.range)
    guard scalar.isShort else { return warning }
    warning.help = ["write \(scalar.writing(meant.text))"]
    // Brackets around it may have been opened on a line before.
    warning.fixes = [Fix(scalar.range, replacement: ScalarText(meant.text).readable)]
    return warning
  }

  static func familiarNull(_ scalar: Scalar) -> Diagnostic {
    var warning = warning(
      .looksLikeExpression, "'\(scalar.text)' is text: what is missing is null", at: scalar.range,
      help: ["write null, or quote the text"])
    warning.fixes = [Fix(scalar.range, replacement: "null")]
    return warning
  }

  /// - Parameter sum: The expression that joins the text with the values.
  static func interpolationInExpression(_ written: String, sum: String, at range: SourceRange)
    -> Diagnostic
  {
    warning(
      .looksLikeExpression, "'\(written)' is text: in an expression, '+' joins texts", at: range,
      help: ["write \(sum)"])
  }

  /// The warning for a guard with a constant value.
  static func constantGuard(runs: Bool, at range: SourceRange) -> Diagnostic {
    warning(
      .constantCondition,
      runs ? "the rule always runs, whatever the state" : "the rule never runs, whatever the state",
      at: range, help: runs ? ["drop the guard"] : [])
  }

  /// The warning for the condition of an `if` with a constant value.
  static func constantBranch(_ truth: Bool, hasElse: Bool, at range: SourceRange) -> Diagnostic {
    guard hasElse || !truth else { return constantCondition(truth, at: range) }
    return warning(
      .constantCondition, "this is always \(truth), so '\(truth ? "else" : "then")' never runs",
      at: range)
  }

  /// The warning for the `else` of a `match` that names every case.
  static func nothingElse(at range: SourceRange) -> Diagnostic {
    warning(
      .constantCondition, "every case has rules, so 'else' never runs", at: range,
      help: ["drop it, so that a case that is added is reported here"])
  }

  static func constantCondition(_ truth: Bool, at range: SourceRange) -> Diagnostic {
    warning(.constantCondition, "this is always \(truth), whatever the state", at: range)
  }

  static func afterFailure(at range: SourceRange) -> Diagnostic {
    warning(
      .constantCondition, "the rule never runs: the 'fail' before it always refuses", at: range)
  }
}
