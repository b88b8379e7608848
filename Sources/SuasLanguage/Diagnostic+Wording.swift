import CEL
import LibYAML
import Suas
import SuasProgram
import YAML

extension Diagnostic.Code {
  package static let unsupportedVersion = Self("unsupported-version")
  package static let wrongDocument = Self("wrong-document")
  package static let conflictingKeys = Self("conflicting-keys")
  package static let invalidName = Self("invalid-name")
  package static let invalidLiteral = Self("invalid-literal")
  package static let duplicateName = Self("duplicate-name")
  package static let duplicateStateKey = Self("duplicate-state-key")
  package static let unknownType = Self("unknown-type")
  package static let unknownState = Self("unknown-state")
  package static let unknownField = Self("unknown-field")
  package static let unknownAction = Self("unknown-action")
  package static let unknownVerb = Self("unknown-verb")
  package static let unknownRule = Self("unknown-rule")
  package static let recursiveRules = Self("recursive-rules")
  package static let unknownCase = Self("unknown-case")
  package static let missingCase = Self("missing-case")
  package static let recursiveType = Self("recursive-type")
  package static let recursiveFunction = Self("recursive-function")
  package static let recursiveConstant = Self("recursive-constant")
  package static let invalidConstant = Self("invalid-constant")
  package static let typeTooLarge = Self("type-too-large")
  package static let missingInitial = Self("missing-initial")
  package static let invalidInitial = Self("invalid-initial")
  package static let typeMismatch = Self("type-mismatch")
  package static let undeclaredName = Self("undeclared-name")
  package static let expressionSyntax = Self("expression-syntax")
  package static let noMatchingOverload = Self("no-matching-overload")
  package static let looksLikeExpression = Self("looks-like-expression")
}

/// The file as a whole, keys and kinds.
extension Diagnostic {
  static func missingVersion(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "the file does not say that it is a spec", at: .range(range),
      help: ["begin it with 'suas: 1'"])
  }

  static func unsupportedVersion(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unsupportedVersion, "this is not a version of the language that is known here",
      at: .range(range), help: ["write 'suas: 1'"])
  }

  package static func wrongDocument(
    _ found: DocumentKind, insteadOf expected: DocumentKind, at range: SourceRange
  ) -> Diagnostic {
    let help =
      switch expected {
      case .spec: "a spec begins with 'suas: 1'"
      case .scenario: "name a scenario file; 'suas-run check' checks a spec by itself"
      }
    return Diagnostic(
      .wrongDocument, "this is a \(found), where a \(expected) is needed", at: .range(range),
      help: [help])
  }

  package static func wrongKind(
    _ node: Node, _ what: String, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .wrongKind, "\(what) cannot be \(node.kindName)", at: .range(node.range),
      help: help.map { [$0] } ?? [])
  }

  /// - Parameter keyword: The key `if`, which is a verb of its own.
  static func ifBesideVerb(_ keyword: Scalar, _ verb: Scalar) -> Diagnostic {
    var diagnostic = conflictingKeys(
      verb.text, keyword.text, at: verb.range, other: keyword.range)
    diagnostic.help = [
      "the condition of one rule has the key 'when': write 'when' in place of 'if'",
      "'if' has rules of its own under 'then' and 'else'",
    ]
    diagnostic.fixes = [Diagnostic.Fix(keyword.range, replacement: "when")]
    return diagnostic
  }

  package static func notAList(_ node: Node, _ what: String, help: String) -> Diagnostic {
    // A key in quotes takes the singular, a description of its items the plural.
    let verb = what.hasPrefix("'") ? "has" : "have"
    let dash = node.lineWithDash.map { "a list item has a blank after its '-': write \($0)" }
    return Diagnostic(
      .wrongKind, "\(what) \(verb) to be a list, not \(node.kindName)", at: .range(node.range),
      help: [dash ?? help])
  }

  /// The diagnostic for an enum or a variant that has no value.
  static func withoutCases(_ name: Name) -> Diagnostic {
    Diagnostic(
      .wrongKind, "'\(name.text)' has no cases, so that there is no value of it",
      at: .range(name.range), help: ["give it a case, or leave it out"])
  }

  /// - Parameter written: A key that may be meant for the missing one.
  package static func missingKey(
    _ key: String, of what: String, written: Scalar? = nil, at range: SourceRange
  ) -> Diagnostic {
    var diagnostic = Diagnostic(.missingKey, "\(what) needs '\(key)'", at: .range(range))
    guard let written else { return diagnostic }
    diagnostic.help = ["write '\(key)' in place of '\(written.text)'"]
    diagnostic.fixes = [Diagnostic.Fix(written.range, replacement: key)]
    return diagnostic
  }

  package static func conflictingKeys(
    _ key: String, _ other: String, at range: SourceRange, other otherRange: SourceRange? = nil
  ) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "'\(key)' cannot stand beside '\(other)'", at: .range(range),
      notes: otherRange.map { [Note("'\(other)' is here", at: $0)] } ?? [])
  }
}

/// Values of keys.
extension Diagnostic {
  static func notAFlag(_ key: String, _ node: Node) -> Diagnostic {
    typeMismatch("'\(key)' has to be true or false, not \(node.kindName)", at: node.range)
  }

  static func notAnInteger(_ key: String, _ node: Node) -> Diagnostic {
    let written = node.scalar.map { "'\($0.text)'" } ?? node.kindName
    return typeMismatch("'\(key)' has to be a whole number, not \(written)", at: node.range)
  }
}

/// Names.
extension Diagnostic {
  package static func invalidName(_ scalar: Scalar, _ what: String) -> Diagnostic {
    let isWord = Expr.isReserved(scalar.text)
    return Diagnostic(
      .invalidName, "'\(scalar.text)' cannot be the name of \(what)", at: .range(scalar.range),
      help: [
        scalar.text.hasSuffix("?")
          ? "what may be null has the type 'T?'"
          : isWord
            ? "it is a word of the expression language"
            : "names are made of letters, digits and '_', and begin with no digit"
      ])
  }

  static func duplicateName(_ name: Name, first: Name) -> Diagnostic {
    Diagnostic(
      .duplicateName, "'\(name.text)' is declared twice", at: .range(name.range),
      notes: [Note("first declared here", at: first.range)])
  }

  static func duplicateStateKey(
    _ key: Name, of reducer: Name, first: Name, of firstReducer: Name
  ) -> Diagnostic {
    Diagnostic(
      .duplicateStateKey,
      "'\(reducer.text)' and '\(firstReducer.text)' both have the state key '\(key.text)'",
      at: .range(key.range), notes: [Note("the other one is here", at: first.range)],
      help: ["give one of them a 'stateKey' of its own"])
  }

  static func unknownType(
    _ name: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    let message = "there is no type '\(name)'"
    // The author's own names come first.
    let isOwn = names.contains { $0.lowercased() == name.lowercased() }
    guard !isOwn, let known = FamiliarWords.types[name] else {
      return unknown(.unknownType, message, name, among: names, at: range)
    }
    let diagnostic = Diagnostic(
      .unknownType, message, at: .range(range), help: ["did you mean '\(known)'?"])
    // What 'T' stands for is the author's to say.
    return known.contains("(T)") ? diagnostic : diagnostic.replacing(name, by: known)
  }

  /// A type with arguments, in words of other languages.
  static func familiarType(_ name: String, written: String, at range: SourceRange) -> Diagnostic {
    var diagnostic = Diagnostic(
      .unknownType, "there is no type '\(name)'", at: .range(range), help: ["write \(written)"])
    diagnostic.fixes = [Diagnostic.Fix(range, replacement: written)]
    return diagnostic
  }

  static func unknownState(_ name: Name, among names: [String], isType: Bool) -> Diagnostic {
    guard isType else {
      return unknown(
        .unknownState, "there is no state '\(name.text)'", name.text, among: names, at: name.range)
    }
    return Diagnostic(
      .unknownState, "'\(name.text)' is a type, not a state", at: .range(name.range),
      help: ["declare it under 'states' to let a reducer own it"])
  }

  package static func unknownAction(
    _ name: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    unknown(.unknownAction, "there is no action '\(name)'", name, among: names, at: range)
  }

  package static func unknownField(
    _ name: String, of type: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    unknown(.unknownField, "\(type) has no field '\(name)'", name, among: names, at: range)
  }

  package static func unknownCase(
    _ text: String, of type: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    let meant = names.first { text.hasSuffix(".\($0)") }
    var diagnostic = unknown(
      .unknownCase, "\(type) has no case '\(text)'", text, among: names, at: range)
    guard let meant else { return diagnostic }
    diagnostic.fixes = []
    diagnostic = diagnostic.replacing(text, by: meant)
    diagnostic.help = ["write \(diagnostic.fixes.first?.replacement ?? meant)"]
    return diagnostic
  }

  /// The diagnostic for a key under the `cases` of a `match`.
  static func unknownCase(
    _ key: Scalar, ofMatched type: String, among names: [String]
  ) -> Diagnostic {
    var diagnostic = unknownCase(key.text, of: type, among: names, at: key.range)
    if key.text == "null", names.contains(key.text) {
      diagnostic.help = ["null has no quotes around it"]
      diagnostic.fixes = [Fix(key.range, replacement: key.text)]
    } else if ["default", "otherwise", "_"].contains(key.text) {
      diagnostic.help.append("what is done for all other cases stands under 'else', beside 'cases'")
    }
    return diagnostic
  }

  /// The diagnostic for an unknown name, with the nearest known one, or with all if there are few.
  package static func unknown(
    _ code: Code, _ message: String, _ name: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    var help: [String] = []
    let near = suggestion(for: name, among: names)
    if let near {
      help = ["did you mean '\(near)'?"]
    } else if names.count > 12 {
      let first = names.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
      help = ["there are \(first) and \(names.count - 10) more"]
    } else if !names.isEmpty {
      help = [names.listed]
    }
    return Diagnostic(code, message, at: .range(range), help: help).replacing(name, by: near)
  }
}

/// Histories.
extension Diagnostic {
  static func noHistory(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "a history keeps at least one state", at: .range(range),
      help: ["without 'history' the reducer keeps none"])
  }

  static func noDistance(of action: Name) -> Diagnostic {
    Diagnostic(
      .unknownField, "'\(action.text)' has no field 'by' that is an int", at: .range(action.range),
      help: ["a jump goes by so many states: '\(action.text): { by: int }', negative into the past"]
    )
  }

  static func twoMoves(
    _ action: Name, _ key: String, first: Name, _ firstKey: String
  ) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "'\(action.text)' cannot be both '\(firstKey)' and '\(key)'",
      at: .range(action.range), notes: [Note("it is '\(firstKey)' here", at: first.range)])
  }
}

/// Types and values.
extension Diagnostic {
  static func notAType(expected: String, in scalar: Scalar, at range: SourceRange) -> Diagnostic {
    var diagnostic = Diagnostic(
      .unknownType, "this is not a type: \(expected) is expected here", at: .range(range),
      help: ["a field is written 'name: TYPE' or 'name: TYPE = DEFAULT'"])
    guard let meant = FamiliarWords.field(meantBy: scalar.text) else { return diagnostic }
    let isBare = scalar.style == .plain && !meant.contains(",")
    let written = isBare ? scalar.writing(meant) : ScalarText(meant).readable
    diagnostic.help = ["write \(written)"]
    diagnostic.fixes = [Diagnostic.Fix(scalar.range, replacement: written)]
    return diagnostic
  }

  static func wrongTypeArguments(
    of name: String, takes arguments: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(.unknownType, "'\(name)' is written \(arguments)", at: .range(range))
  }

  static func partOfNoRecord(_ type: FieldType, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongKind, "'\(type)' is no record, so there is no part of it", at: .range(range),
      help: ["'partial' takes a type or a state with fields"])
  }

  /// The report of a partial record in something that is stored.
  static func partialStored(
    _ record: String, in what: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .wrongKind, "\(what) holds whole values, so it cannot be 'partial(\(record))'",
      at: .range(range),
      help: [
        "payloads and parameters take partial records; store '\(record)', and 'merge' the part"
      ])
  }

  static func notAMapKey(_ type: FieldType, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownType, "the keys of a map cannot be \(type)", at: .range(range),
      help: ["they are string, int, bool or an enum"])
  }

  static func recursiveType(_ name: Name, through field: Name) -> Diagnostic {
    Diagnostic(
      .recursiveType, "'\(name.text)' contains itself, so no value of it has an end",
      at: .range(name.range), notes: [Note("through this field", at: field.range)],
      help: ["let the field hold a list, a map or a 'TYPE?' of it"])
  }

  static func tooDeepType(_ name: Name, limit: Int) -> Diagnostic {
    Diagnostic(
      .typeTooLarge, "types are nested more than \(limit) levels deep in '\(name.text)'",
      at: .range(name.range))
  }

  static func tooLargeType(_ name: Name, limit: Int) -> Diagnostic {
    Diagnostic(
      .typeTooLarge, "every value of '\(name.text)' holds more than \(limit) others",
      at: .range(name.range))
  }

  static func tooDeepDefault(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeTooLarge, "the value is nested more than \(limit) levels deep", at: .range(range))
  }

  static func tooLargeDefaults(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeTooLarge, "defaults and initial states hold more than \(limit) values, with these",
      at: .range(range))
  }

  /// - Parameter longForm: The field in long form, if it is known.
  static func notADefault(
    _ longForm: String?, key: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "a \(key) after '=' is a scalar, [] or {}", at: .range(range),
      help: ["write another one in long form: \(longForm ?? "{ type: …, \(key): … }")"])
  }

  static func outOfRange(_ number: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'\(number.text)' is beyond the range of a double", at: .range(number.range),
      help: ["that ends at 1.7976931348623157e308; infinity is written .inf, a text in quotes"])
  }

  static func integerOutOfRange(_ number: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'\(number.text)' is beyond the range of an int", at: .range(number.range),
      help: ["that ends at 9223372036854775807; a double has a point or an exponent, a text quotes"]
    )
  }

  static func notATimestamp(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'\(text)' is not a timestamp", at: .range(range),
      help: ["write it as RFC 3339 has it: 2000-01-31T12:30:00Z"])
  }

  static func notADuration(_ text: String, at range: SourceRange) -> Diagnostic {
    // It would be one if its numbers were small.
    if CEL.Duration(text.replacing(/[0-9]+/, with: "1")) != nil {
      return Diagnostic(
        .invalidLiteral, "'\(text)' is longer than a duration can be", at: .range(range),
        help: ["durations go up to 2562047h, which is 292 years"])
    }
    return Diagnostic(
      .invalidLiteral, "'\(text)' is not a duration", at: .range(range),
      help: ["write numbers with the units h, m, s, ms, us and ns: 1h30m, 1.5s"])
  }

  package static func typeMismatch(_ message: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.typeMismatch, message, at: .range(range))
  }

  /// - Parameter wanted: The type that the place asks for, with its article if it has one.
  static func unassignable(_ type: Type, _ wanted: String, at range: SourceRange) -> Diagnostic {
    var help: [String] = []
    if type.wrapped != nil {
      help = ["there may be no value, as of a selector with 'when': write x.orValue(…)"]
    } else if wanted == "bool", type != type.nonNull {
      let test = type.nonNull == .bool ? "== true" : "!= null"
      help = ["a condition is a bool: write \(range.text.isPlainName ? range.text : "x") \(test)"]
    }
    return Diagnostic(
      .typeMismatch, "the expression is \(type), where \(wanted) is needed", at: .range(range),
      help: help)
  }

  /// - Parameter map: A map that the values of the type hold, and that JSON cannot write.
  static func notLikeJSON(_ map: Type, in type: Type, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch,
      type == map
        ? "the expression is \(type), where an any is needed"
        : "the expression is \(type), which has a \(map) in it, where an any is needed",
      at: .range(range), help: ["the maps in an any have string keys: give the field a type"])
  }

  /// - Parameter isNegated: True for `!=`.
  static func absenceIsNotNull(
    _ text: String, isNegated: Bool, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .noMatchingOverload, "'\(text)' may be absent, and is never null", at: .range(range),
      help: ["write \(isNegated ? "" : "!")\(text).hasValue()"])
  }

  static func unfit(_ node: Node, for type: FieldType) -> Diagnostic {
    typeMismatch("\(node.kindName) stands where \(type.withArticle) is needed", at: node.range)
  }

  static func unfit(_ scalar: Scalar, for type: FieldType) -> Diagnostic {
    if case .optional(let wrapped) = type { return unfit(scalar, for: wrapped) }
    if scalar.resolved == .null {
      return typeMismatch("there is no value where \(type.withArticle) is needed", at: scalar.range)
    }
    var diagnostic = typeMismatch("'\(scalar.text)' is not \(type.withArticle)", at: scalar.range)
    switch (type, scalar.text) {
    case (.bool, "yes"), (.bool, "on"): diagnostic.help = ["write true"]
    case (.bool, "no"), (.bool, "off"): diagnostic.help = ["write false"]
    case (.bool, "true"), (.bool, "false"): diagnostic.help = ["write it without quotes"]
    case (.int, _), (.double, _):
      let meant = Scalar.resolve(plain: scalar.text)
      if scalar.style != .plain, meant != .string, meant != .outOfRange {
        diagnostic.help = ["write it without quotes"]
      }
    default: break
    }
    return diagnostic
  }

  static func notOneCase(of variant: RecordType, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "\(variant.name) is exactly one of its cases", at: range,
      help: [variant.fields.map(\.name).listed])
  }

  package static func missingField(
    _ name: String, of type: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(.missingKey, "\(type) needs its field '\(name)'", at: .range(range))
  }

  static func missingInitial(_ field: String, of reducer: Name, at range: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .missingInitial, "the initial state of '\(reducer.text)' has no value for '\(field)'",
      at: .range(range),
      help: ["give the field a default, or name it in the reducer's 'initial'"])
  }
}

/// Constraints, invariants and goals.
extension Diagnostic {
  package static func brokenConstraint(
    _ violation: ConstraintViolation, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .invalidInitial, violation.message, at: range,
      notes: [Note("the constraint stands here", at: violation.constraint.place)])
  }

  static func brokenInvariant(_ violation: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidInitial, "\(violation) in the initial state", at: range)
  }

  static func wayOutWithoutActions(_ name: Name) -> Diagnostic {
    Diagnostic(
      .missingKey,
      "the spec has no 'actions', so that nothing leads to what '\(name.text)' promises",
      at: .range(name.range), help: ["a condition that always holds is an invariant"])
  }
}

/// Expressions and rules.
extension Diagnostic {
  static func notAnExpression(_ node: Node, _ what: String) -> Diagnostic {
    Diagnostic(
      .wrongKind, "\(what) has to be an expression, not \(node.kindName)", at: .range(node.range),
      help: ["quote an expression that begins with '[' or '{', or put it in ${ }"])
  }

  static func notAPath(_ node: Node) -> Diagnostic {
    Diagnostic(
      .wrongKind, "a path cannot be \(node.kindName)", at: .range(node.range), help: [aPath])
  }

  private static let aPath = "a path is a field, followed by .field and [expression]"

  static func missingExpression(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.expressionSyntax, "\(what) has no expression", at: .range(range))
  }

  static func unclosedInterpolation(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .expressionSyntax, "no '}' closes this '${'", at: .range(range),
      help: [
        "write '}' where its expression ends", "write '$${' for the characters themselves",
      ])
  }

  /// A list in the place of one new element.
  static func severalElements(_ list: Node, for element: FieldType) -> Diagnostic {
    var diagnostic = Diagnostic.unfit(list, for: element)
    diagnostic.help = ["'value' is one element; 'values' is an expression for a list of them"]
    return diagnostic
  }

  static func mayBeNull(_ type: Type, _ wanted: FieldType, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "the expression is \(type), where \(wanted.withArticle) is needed",
      at: .range(range),
      help: ["test it with != null first, or give a value for null: x.orValue(…)"])
  }

  static func cannotBeText(_ type: Type, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "\(type) cannot stand inside text", at: .range(range),
      help: [
        type == type.nonNull || !type.nonNull.canBeInterpolated
          ? "select a part of it, or let the expression be the whole value"
          : "write x.orValue(…) for what stands there in the place of null"
      ])
  }

  static func looksLikeExpression(_ scalar: Scalar, meant: MeantExpression) -> Diagnostic {
    let written = scalar.marking(meant.code)
    var diagnostic = Diagnostic(
      .looksLikeExpression,
      "this is text, though '\(meant.name)' is a \(meant.isStateKey ? "state key" : "name in scope")",
      at: .range(scalar.range),
      help: ["write \(written) for its value, or quote the text"])
    if scalar.range.text == scalar.text {
      diagnostic.fixes = [
        Diagnostic.Fix(scalar.range, replacement: written),
        Diagnostic.Fix(scalar.range, replacement: ScalarText(scalar.text).readable),
      ]
    }
    return diagnostic
  }

  /// - Parameter whole: The text with what YAML takes for a comment.
  static func cutOff(_ scalar: Scalar, whole: String) -> Diagnostic {
    Diagnostic(
      .expressionSyntax, "the text ends at ' #', where YAML begins a comment",
      at: .range(scalar.range), help: ["write \(ScalarText(whole).readable)"])
  }

  static func joinsInterpolations(_ scalar: Scalar, as text: String) -> Diagnostic {
    let written = scalar.writing(text)
    var diagnostic = Diagnostic(
      .looksLikeExpression, "what stands outside of '${ }' is text",
      at: .range(scalar.range),
      help: ["write \(written) for its value, or quote the text"])
    diagnostic.fixes = [Diagnostic.Fix(scalar.range, replacement: written)]
    return diagnostic
  }

  static func noVerb(
    in entries: [Node.Entry], _ verbs: VerbTable, at range: SourceRange
  ) -> Diagnostic {
    let keywords = verbs.keywords
    guard let entry = entries.first(where: { !verbs.argumentNames.contains($0.key.text) }) else {
      let isConditional = entries.contains { ["do", "then"].contains($0.key.text) }
      let condition = "rules under a condition are 'if: CONDITION' and 'then: RULES'"
      return Diagnostic(
        .unknownVerb, "the rule has no verb", at: .range(range),
        help: (isConditional ? [condition] : []) + [keywords.listed])
    }
    var diagnostic = unknown(
      .unknownVerb, "there is no verb '\(entry.key.text)'", entry.key.text, among: keywords,
      at: entry.key.range)
    if let known = FamiliarWords.verbs[entry.key.text], keywords.contains(known) {
      diagnostic.help = ["did you mean '\(known)'?"]
      diagnostic.fixes = []
      return diagnostic.replacing(entry.key.text, by: known)
    }
    if entry.key.text == "add" {
      diagnostic.help = ["'append' adds to a list, 'increment' to a number"]
    } else if ["dispatch", "cancel", "next"].contains(entry.key.text) {
      diagnostic.help = [
        "rules only change state; middleware, and the steps of listeners and effects, dispatch"
      ]
    } else if suggestion(for: entry.key.text, among: keywords) == nil {
      diagnostic.help = [keywords.listed]
    }
    return diagnostic
  }

  static func notAPath(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .expressionSyntax, "this is no path", at: .range(range),
      help: [aPath])
  }

  static func notAPathToMatch(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .expressionSyntax, "this is no path", at: .range(range),
      help: [
        "write '${\(text)}' to match the value of an expression: a variant, an enum, a bool or a T?",
        "for other conditions there is 'if'",
      ])
  }

  /// - Parameters:
  ///   - isShared: True in a shared rule.
  ///   - selected: The field that the path selects from the name.
  static func notInState(
    _ name: String, of record: RecordType, isShared: Bool, then selected: String?,
    at range: SourceRange
  ) -> Diagnostic {
    let state = record.name
    let lists = record.fields.filter { if case .list = $0.type.unwrapped { true } else { false } }
      .map(\.name)
    let meant = lists.count == 1 ? lists.first : suggestion(for: name, among: lists)
    let help =
      switch (name, isShared) {
      case ("store", _):
        "rules change only the state that they are of; 'store' is there to be read"
      case ("item", true):
        "paths in a shared rule begin at the fields of \(state): write '\(selected ?? "state")'"
      case ("item", false):
        "'item' is known in the rules of 'update', 'at' and 'match'"
      default: "a path begins with a field of \(state), or with 'state'"
      }
    let list = name == "item" && selected == nil ? meant : nil
    return Diagnostic(
      .unknownField, "\(state) has no field '\(name)'", at: .range(range),
      help: (list.map { ["did you mean the list '\($0)'?"] } ?? []) + [help])
  }

  /// - Parameter isMigration: True in a migration, whose state is the store.
  static func notAPlace(
    _ name: String, isMigration: Bool = false, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "'\(name)' is a copy, and no place in the state", at: .range(range),
      help: [
        isMigration
          ? "a path begins with a state key of the version that the migration leads to"
          : "a path begins with a field of the state, or with 'state'"
      ])
  }

  static func insideUpdate(_ path: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongKind,
      "this path leads into a list or map on the way to '\(path)', on which rules are run",
      at: .range(range), help: ["begin the path with the place itself: 'item', or its name in 'as'"]
    )
  }

  /// The diagnostic for a `match` of a value that has no cases.
  ///
  /// - Parameter found: What the value is.
  static func noCases(_ found: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "\(found), which has no cases", at: .range(range),
      help: [
        "'match' takes a variant, an enum, a bool or an any; for other conditions there is 'if'"
      ])
  }

  /// - Parameter text: The path, as written.
  static func matchOfCopy(_ name: String, _ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "'\(name)' is a copy, and no place in the state", at: .range(range),
      help: ["write '${\(text.onOneLine)}': 'match' takes a path, or an expression in '${ }'"])
  }

  static func missingCases(
    _ cases: [String], of type: String, at range: SourceRange
  ) -> Diagnostic {
    let shown = cases.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
    let more = cases.count > 10 ? " and \(cases.count - 10) more" : ""
    return Diagnostic(
      .missingCase, "\(type) has cases without rules here: \(shown)\(more)", at: .range(range),
      help: ["give each of them a list of rules, '[]' for none, or all of them 'else'"])
  }

  static func missingElse(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingCase, "an any may hold what none of the cases is for", at: .range(range),
      help: ["give the rest 'else: [rules]', '[]' for none"])
  }

  static func defaultWithoutKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "'default' is for a path that ends in a map's key", at: .range(range))
  }

  static func noFields(in type: FieldType, at range: SourceRange) -> Diagnostic {
    Diagnostic(.typeMismatch, "\(type) has no fields", at: .range(range))
  }

  static func noElements(in type: FieldType, at range: SourceRange) -> Diagnostic {
    Diagnostic(.typeMismatch, "\(type) has no elements", at: .range(range))
  }

  static func resetOfElement(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "an element of a list or map has no initial value to go back to",
      at: .range(range), help: ["reset the whole list or map, or 'set' the element"])
  }

  static func noOrder(_ type: Type, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "\(type) cannot be sorted", at: .range(range),
      help: ["give a part of the item to compare under 'by'"])
  }

  static func notAnEntry(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "this is no entry of a map", at: .range(range),
      help: ["write the map and a key: path[key]; 'remove-at' takes an element out of a list"])
  }

  static func missingAmount(at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingKey, "a duration needs 'by'", at: .range(range))
  }
}

extension [String] {
  /// A sentence that lists the names.
  fileprivate var listed: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else {
      return "there is only \(quoted.first ?? "")"
    }
    return "there are \(quoted.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension Scalar {
  /// An expression as `${…}` in the place of the scalar, in quotes where YAML needs them.
  func marking(_ expression: String) -> String {
    // Brackets around the scalar may have been opened on a line before.
    let isOnlyCode = !expression.contains { "{}[],\"':#".contains($0) }
    return isOnlyCode ? writing("${\(expression)}") : ScalarText("${\(expression)}").readable
  }

  /// True if the text is no longer than what people write; programs know what they write.
  var isShort: Bool { text.utf8.count <= 2000 }

  /// A text in the place of the scalar, in quotes where YAML needs them.
  func writing(_ text: String) -> String {
    let isInBrackets = range.lead.contains { "{[".contains($0) }
    return !isInBrackets && ScalarText(text).isPlain ? text : ScalarText(text).readable
  }
}
