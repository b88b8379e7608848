import CEL
import SuasProgram
import YAML

extension Diagnostic.Code {
  package static let unknownEffect = Self("unknown-effect")
  package static let unknownListener = Self("unknown-listener")
  package static let unknownSelector = Self("unknown-selector")
  package static let recursiveSelector = Self("recursive-selector")
  package static let asyncMissing = Self("async-missing")
}

/// Selectors and listeners.
extension Diagnostic {
  static func notAFilter(_ scalar: Scalar, near words: [String]) -> Diagnostic {
    unknown(
      .undeclaredName, "'\(scalar.text)' is no filter", scalar.text, among: words,
      at: scalar.range)
  }

  package static func unknownSelector(
    _ name: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    unknown(
      .unknownSelector, "there is no selector '\(name)'", name, among: names, at: range)
  }

  /// - Parameter hidesField: True if the state of the rules has a field `selected`.
  static func unknownSelector(
    _ name: String, among names: [String], at range: SourceRange, hidesField: Bool
  ) -> Diagnostic {
    let unknown = unknownSelector(name, among: names, at: range)
    guard hidesField else { return unknown }
    return Diagnostic(
      unknown.code, unknown.message, at: unknown.place, help: unknown.help + [fieldSelected])
  }

  static func selectedAlone(at range: SourceRange, hidesField: Bool) -> Diagnostic {
    Diagnostic(
      .undeclaredName, "'selected' has no value of its own", at: .range(range),
      help: [hidesField ? fieldSelected : "write 'selected.NAME' with the name of a selector"])
  }

  private static let fieldSelected = "the state's field is written 'state.selected'"

  /// - Parameter names: The selectors in the order in which they read one another; the last one
  ///   reads the first.
  static func recursiveSelector(_ names: [Name]) -> Diagnostic {
    let chain = (names + names.prefix(1)).map { "'\($0.text)'" }.joined(separator: " → ")
    return Diagnostic(
      .recursiveSelector,
      names.count == 1
        ? "the selector \(chain.prefix { $0 != " " }) reads itself"
        : "the selectors read one another: \(chain)",
      at: .range(names[0].range),
      notes: names.dropFirst().map { Note("'\($0.text)' is here", at: $0.range) })
  }

  static func tooDeepSelector(_ name: Name, limit: Int) -> Diagnostic {
    Diagnostic(
      Code("nesting-too-deep"),
      "more than \(limit) selectors build on one another, up to '\(name.text)'",
      at: .range(name.range))
  }

  package static func unknownListener(
    _ name: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    unknown(
      .unknownListener, "there is no listener '\(name)'", name, among: names, at: range)
  }

  /// - Parameter owner: The state key whose field the key is, which stands before it in a path.
  package static func unknownStateKey(
    _ key: String, among keys: [String], at range: SourceRange, fieldOf owner: String? = nil
  ) -> Diagnostic {
    var diagnostic = unknown(
      .unknownState, "the store has no state key '\(key)'", key, among: keys, at: range)
    if let owner {
      diagnostic.help = ["write \(owner).\(key)"]
      diagnostic.fixes = [Fix(range, replacement: "\(owner).\(key)")]
    }
    return diagnostic
  }
}

/// Steps that dispatch.
extension Diagnostic {
  static func fieldOfNoPayload(
    _ field: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    unknown(
      .unknownField, "none of the possible actions has a field '\(field)'", field,
      among: names, at: range)
  }

  static func notADispatch(_ node: Node) -> Diagnostic {
    Diagnostic(
      .wrongKind, "a step has to be a mapping, not \(node.kindName)", at: .range(node.range),
      help: ["write '- dispatch: NAME' or '- cancel: EFFECT'"])
  }

  static func noDispatch(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "the step dispatches nothing", at: .range(range),
      help: ["give it 'dispatch' or 'cancel'; states are changed by reducers alone"])
  }
}

/// Middleware.
extension Diagnostic {
  static func notAMiddlewareStep(_ node: Node) -> Diagnostic {
    Diagnostic(
      .wrongKind, "a step has to be 'next' or a mapping, not \(node.kindName)",
      at: .range(node.range),
      help: ["write '- next', '- dispatch: NAME' or '- cancel: EFFECT'"])
  }

  static func builtInName(_ name: Name) -> Diagnostic {
    Diagnostic(
      .invalidName, "'\(name.text)' is a middleware that is built in", at: .range(name.range),
      help: ["write '- \(name.text)' for it, or give this one another name"])
  }

  static func noMiddlewareStep(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "the step neither dispatches nor goes on", at: .range(range),
      help: ["give it 'dispatch', 'cancel' or 'next'"])
  }

  static func unknownBuiltIn(_ name: Name, among names: [String]) -> Diagnostic {
    unknown(
      .undeclaredName, "no middleware '\(name.text)' is built in", name.text, among: names,
      at: name.range)
  }

  /// - Parameter isFirst: True if there is no middleware at all.
  static func asyncMissing(for effect: Name, isFirst: Bool) -> Diagnostic {
    Diagnostic(
      .asyncMissing, "nothing takes the effect '\(effect.text)': there is no middleware 'async'",
      at: .range(effect.range),
      help: [isFirst ? "declare 'middleware: [async]'" : "add 'async' to the list 'middleware'"])
  }

  static func effectAfterAsync(_ effect: Name) -> Diagnostic {
    Diagnostic(
      .asyncMissing,
      "'async' has been passed already, so nothing takes the effect '\(effect.text)'",
      at: .range(effect.range), help: ["dispatch it, or let 'async' follow"])
  }
}

/// Effects.
extension Diagnostic {
  package static func unknownEffect(
    _ name: String, among names: [String], at range: SourceRange
  ) -> Diagnostic {
    unknown(.unknownEffect, "there is no effect '\(name)'", name, among: names, at: range)
  }

  /// - Parameter outcomes: The actions that the effect's outcomes dispatch.
  static func effectIsNotReduced(_ name: Name, outcomes: [String]) -> Diagnostic {
    let named = outcomes.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .unknownAction, "'\(name.text)' is an effect, which no reducer sees", at: .range(name.range),
      help: [
        outcomes.isEmpty
          ? "let its 'on-success' and 'on-failure' dispatch actions, and name these"
          : "name what its outcomes dispatch: \(named)"
      ])
  }

  /// - Parameter isAction: True if the name is that of an action.
  static func cancelOfNoEffect(
    _ name: Name, isAction: Bool, among names: [String]
  ) -> Diagnostic {
    guard isAction else { return unknownEffect(name.text, among: names, at: name.range) }
    return Diagnostic(
      .unknownEffect, "'\(name.text)' is an action, and only effects can be cancelled",
      at: .range(name.range))
  }

  static func keyOfKeyless(_ effect: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownKey, "the effect '\(effect.text)' has no key", at: .range(range),
      notes: [Note("'\(effect.text)' is declared here", at: effect.range)],
      help: ["give the effect a 'key', or cancel all of its runs"])
  }

  /// - Parameters:
  ///   - wanted: The type of the effect's own key.
  ///   - declared: The place of that key.
  static func keyOfOtherType(
    _ type: FieldType, _ wanted: FieldType, of effect: Name, at range: SourceRange,
    declared: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch,
      "the key is \(type.withArticle), where that of '\(effect.text)' is \(wanted.withArticle)",
      at: .range(range), notes: [Note("the effect's key is here", at: declared)])
  }

  static func notAKey(_ type: Type, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "a key is a string, an int or a bool, not \(type)", at: .range(range))
  }

  static func streamOfOtherRun(_ run: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "'stream' cannot stand beside '\(run)'", at: .range(range),
      help: ["only 'custom' effects are answered several times"])
  }

  static func endWithoutStream(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "'on-end' cannot stand where there is no stream", at: .range(range),
      help: ["write 'stream: true' beside it, or let 'on-success' follow the only answer"])
  }

  static func emptyInterval(at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidLiteral, "'every' cannot be 0", at: .range(range))
  }

  static func noRun(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "'run' does not say what the effect does", at: .range(range),
      help: ["give it 'http', 'delay', 'every', 'read-file', 'write-file' or 'custom'"])
  }

  package static func notAStatus(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "a status is a number from 100 to 599", at: .range(range),
      help: ["'expect' takes one, a range as 200..299, or a list of them"])
  }

  static func notAMethod(_ scalar: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'\(scalar.text)' is no method of HTTP", at: .range(scalar.range),
      help: ["methods are words such as GET, POST, PUT, PATCH and DELETE"])
  }

  static func tunnelMethod(_ scalar: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "the method '\(scalar.text)' asks for a tunnel, which has no answer",
      at: .range(scalar.range))
  }

  /// - Parameter method: The range of the written method; nil for the default method.
  static func bodyOfRequest(
    _ key: Scalar, _ name: String, at method: SourceRange?
  ) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "a \(name) request has no body", at: .range(key.range),
      notes: method.map { [Note("the method is here", at: $0)] } ?? [],
      help: [
        "\(method == nil ? "give it" : "choose") a 'method' that sends one, such as POST, "
          + "or send the values in 'query'"
      ])
  }

  static func notAURL(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "the url does not begin with 'http://' or 'https://' and a host",
      at: .range(range))
  }

  static func unwritableURL(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "a url holds no spaces, control characters, '\\' or '#'", at: .range(range),
      help: ["write a space as %20; values in '${…}' are encoded"])
  }

  static func badAuthority(
    _ authority: String, _ problem: URLAuthority.Problem, at range: SourceRange
  ) -> Diagnostic {
    switch problem {
    case .credentials:
      Diagnostic(
        .invalidLiteral, "a url holds no user and no password", at: .range(range),
        help: ["write them into the header 'Authorization'"])
    case .host:
      Diagnostic(
        .invalidLiteral, "'\(authority)' is no host", at: .range(range),
        help: ["hosts are written as example.com, example.com:8080 or [::1]"])
    case .port:
      Diagnostic(
        .invalidLiteral, "the port of '\(authority)' is not from 1 to 65535", at: .range(range))
    }
  }

  static func connectionHeader(_ name: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidName, "a spec cannot set the header '\(name.text)'", at: .range(name.range),
      help: ["it follows from the url, the body and the connection"])
  }

  static func notAHeader(_ name: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidName, "'\(name.text)' cannot be the name of a header", at: .range(name.range),
      help: ["it is made of letters, digits and '-'"])
  }

  static func unwritableHeader(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "the header '\(name)' holds control characters or ends of lines",
      at: .range(range))
  }

  static func computedHost(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "the host of a url is not computed", at: .range(range),
      help: ["write out all that comes before the path"])
  }

  static func retriesOutOfRange(limit: Int64, at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidLiteral, "'times' is from 0 to \(limit)", at: .range(range))
  }

  package static func negativeDuration(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidLiteral, "\(what) cannot be negative", at: .range(range))
  }
}

extension Teaching {
  var wording: String {
    switch self {
    case .noStore(let name):
      "'\(name)' is known in rules, selectors, conditions on the store, middleware and effects"
    case .noPending:
      "'pending' is known where nothing is under way but effects: under 'at-rest', 'reachable' and "
        + "'always-reachable', and in 'that' of scenarios"
    case .storeBeforeAndAfter: "here 'old' is what was there before, and 'new' what is there now"
    case .scopeOfMigration:
      "a migration sees 'old', what the earlier version saved, and the state keys of the version that "
        + "it leads to"
    case .pureRules(let name):
      "rules are pure: give the action a field with the default ${\(Self.call(name))}, and read that"
    case .noClock(let name):
      "'\(Self.call(name))' is known in middleware, effects and reactions of listeners; elsewhere, "
        + "an action can carry it: a field with the default ${\(Self.call(name))}"
    case .constraint(let name):
      "'where' sees 'self' alone; a condition on '\(name)' is an invariant"
    case .actionAlone(let name):
      "this is made of 'action' and constants: give the payload a field for what '\(name)' has"
    case .definition(let name):
      "this is made of constants and functions, before there is a '\(name)'"
    case .noAction:
      "a shared rule sees no 'action': declare parameters for what it needs, and hand them over with "
        + "'with'"
    case .noContext(let name, let field, let parameter):
      "a shared rule sees no '\(name)': declare 'params: { \(parameter): … }', and use it 'with: { "
        + "\(parameter): \"${\(name)\(field.map { ".\($0)" } ?? "")}\" }'"
    case .ownField(let name):
      "paths in a shared rule begin at the fields of its record: write '\(name)'"
    case .scopeOfSharedRule:
      "a shared rule sees its record's fields, its parameters, 'state' and 'store'; what else it "
        + "needs, 'let' names too, is a parameter: hand it over with 'with'"
    case .enumCase(let name, let type):
      "'\(name)' is a case of \(type), which an expression writes as a text: \"\(name)\""
    case .enumName(let name, let type):
      "\(type) is an enum, whose cases are texts in an expression: \"\(name)\""
    case .variantCase(let name, let type, let path):
      "'\(name)' is a case of \(type): has(\(path).\(name)) tells whether it is present"
    case .elementElsewhere(let name):
      "'\(name)' is known under 'where', 'by' and 'do' of a rule on a list or a map"
    case .ownValue: "'where' sees the value of the field as 'self', and nothing else of the record"
    case .variantLiteral(let text): "a value of a variant has braces: write \(text)"
    case .fieldOfState(let name, let path): "'\(name)' is a field of a state: write \(path).\(name)"
    case .keyWithoutQuotes(let name):
      "the key of a map is quoted: {'\(name)': …}; a record has the name of its type: Name{\(name): …}"
    case .fieldElsewhere(let paths): "write \(paths.prefix(3).joined(separator: " or "))"
    case .stateKeys(let keys):
      keys.isEmpty
        ? "there is no reducer, and so no state key"
        : "a state key comes first: \(keys.prefix(8).map { "'\($0)'" }.joined(separator: ", "))"
    }
  }

  private static func call(_ name: String) -> String { name == "uuid" ? "uuid()" : name }
}
