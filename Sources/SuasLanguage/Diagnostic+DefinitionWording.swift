import CEL
import SuasProgram
import YAML

/// Constants and functions.
extension Diagnostic {
  static func defaultOfParameter(_ name: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongKind, "the parameter '\(name.text)' of a function has a type, and no default",
      at: .range(range), help: ["a call gives every argument"])
  }

  static func constantWithoutValue(
    _ name: Name, _ type: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingKey, "the constant '\(name.text)' has no value", at: .range(range),
      help: [
        type.first?.isLetter == true
          ? "write it behind the type: \(name.text): \(type) = …"
          : "write its type before it: \(name.text): TYPE = \(type)"
      ])
  }

  /// The diagnostic for a definition with a name that the language has for something else.
  static func takenName(_ name: Name, by meaning: String) -> Diagnostic {
    Diagnostic(
      .duplicateName, "'\(name.text)' is already \(meaning) of the expression language",
      at: .range(name.range), help: ["choose another name"])
  }

  /// The diagnostic for a definition with a name that stands for something at some places.
  static func givenName(_ name: Name) -> Diagnostic {
    Diagnostic(
      .duplicateName,
      "'\(name.text)' already has a meaning: rules, listeners or effects give it one",
      at: .range(name.range), help: ["choose another name"])
  }

  /// The diagnostic for an element that is named as its position in a list or its key in a map.
  static func keyName(_ name: Name) -> Diagnostic {
    Diagnostic(
      .duplicateName,
      "'\(name.text)' is the \(name.text == "key" ? "key" : "position") of the element",
      at: .range(name.range), help: ["choose another name for the element"])
  }

  /// - Parameter chain: The definitions from one of them back to it.
  static func recursiveDefinition(_ chain: [Name], isFunction: Bool) -> Diagnostic {
    let shown =
      chain.count <= 8
      ? chain.map(\.text)
      : chain.prefix(4).map(\.text) + ["…"] + chain.suffix(3).map(\.text)
    return Diagnostic(
      isFunction ? .recursiveFunction : .recursiveConstant,
      "'\(chain[0].text)' reaches itself: \(shown.joined(separator: " → "))",
      at: .range(chain[0].range),
      notes: chain.dropFirst().dropLast().prefix(6).map {
        Note("through '\($0.text)'", at: $0.range)
      },
      help: isFunction
        ? ["'fold' goes through a list, and 'closure' follows references, without recursion"] : [])
  }

  static let scopeOfFunctions =
    "a function sees its parameters, constants and functions: pass it what it needs"

  static func tooDeepFunction(_ name: Name) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "the calls in '\(name.text)' are nested too deep", at: .range(name.range),
      help: ["with all functions that it calls, its expression is at most 480 levels high"])
  }
}
