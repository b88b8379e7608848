import SuasLog
import SuasSpec
import YAML

extension Diagnostic.Code {
  static let includeCycle = Self("include-cycle")
  static let unknownFragment = Self("unknown-fragment")
  static let duplicateGolden = Self("duplicate-golden")
  static let wrongRequestPart = Self("wrong-request-part")
  static let misplacedMatcher = Self("misplaced-matcher")
}

/// Files.
extension Diagnostic {
  static func foldersTooDeep(_ path: String, limit: Int) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "folders are nested more than \(limit) levels deep", at: .file(path),
      help: ["name a folder that lies deeper, or the files"])
  }

  static func includeCycle(_ path: String, chain: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .includeCycle, "'\(path)' includes itself", at: .range(range),
      help: ["the chain is \(chain.arrows)"])
  }

  static func tooMuchToExpand(limit: Int, in path: String) -> Diagnostic {
    Diagnostic(
      .fileTooLarge,
      "with their examples and fragments the scenarios come to more than \(limit) values",
      at: .file(path), help: ["split the file into several"])
  }
}

/// Steps and settings.
extension Diagnostic {
  static func emptyStep(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "the step does nothing and expects nothing", at: .range(range),
      help: ["give it 'dispatch', 'golden' or 'expect'"])
  }

  static func noReason(_ written: Scalar, under key: String) -> Diagnostic {
    Diagnostic(
      .typeMismatch,
      "'\(key)' needs a reason" + (written.text.isEmpty ? "" : ", not \(written.text)"),
      at: .range(written.range), help: ["write why, or leave '\(key)' out"])
  }

  /// - Parameter field: The first of the fields that are written.
  static func partialChange(_ path: Scalar, field: Scalar) -> Diagnostic {
    Diagnostic(
      .missingKey, "the new value of '\(path.text)' has to be whole", at: .range(path.range),
      help: ["'changes' names each leaf that changed: write '\(path.text).\(field.text): …'"])
  }

  static func noErrorExpected(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'error' takes a code, or true for any", at: .range(range),
      help: ["leave it out: an error that no step expects fails the scenario"])
  }

  static func timesOutOfRange(limit: Int64, at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidLiteral, "'times' is from 1 to \(limit)", at: .range(range))
  }

  static func notTheStore(_ node: Node) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "there is nothing to reset but the store", at: .range(node.range),
      help: ["write 'reset: store'"])
  }

  static func specSavesNothing(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "the spec saves nothing", at: range,
      help: ["its section 'saved' says what outlives the app"])
  }

  static func unreadVersion(oldest: Int, version: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownVersion, "the spec reads the versions \(oldest) to \(version)", at: range,
      help: ["what it cannot read is found as { text: … }"])
  }

  static func foundBesideGiven(_ key: Scalar) -> Diagnostic {
    conflictingKeys(key.text, "given", at: key.range)
  }

  static func notAGoldenSubject(_ node: Node) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "a golden file cannot hold this", at: .range(node.range),
      help: ["write 'of: state', 'of: trace', 'of: notifications' or 'of: saved'"])
  }

  static func negativePlace(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'which' counts the pending effects from 0", at: .range(range))
  }

  static func noAnswer(_ key: Scalar, to effect: String, known: [String]) -> Diagnostic {
    unknown(
      .unknownKey, "an answer to '\(effect)' has no '\(key.text)'", key.text, among: known,
      at: key.range)
  }

  static func lastOfNoStream(_ effect: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "only a stream has a last answer, and '\(effect)' is none",
      at: .range(range),
      help: ["any answer ends it; a stream is declared with 'stream: true'"])
  }

  static func misfitOfNoResult(_ effect: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "'misfit' cannot stand here: '\(effect)' has no 'result'",
      at: .range(range), help: ["it is for a custom effect that declares the type of its result"])
  }

  static func notAnAnswersStatus(at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidLiteral, "a status is a number from 100 to 599", at: .range(range))
  }

  static func missingAnswer(
    _ key: String, to effect: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingKey, "the answer to '\(effect)' needs '\(key)'", at: .range(range),
      help: ["answer with { \(key): … }, or let the effect fail"])
  }

  static func effectIsNoAction(_ name: Scalar) -> Diagnostic {
    Diagnostic(
      .unknownAction, "'\(name.text)' is an effect, which no reducer sees", at: .range(name.range),
      help: ["expect it under 'effects', while it is pending"])
  }

  static func actionIsNoEffect(_ name: Scalar) -> Diagnostic {
    Diagnostic(
      .unknownEffect, "'\(name.text)' is an action, which is never pending",
      at: .range(name.range), help: ["expect it under 'actions'"])
  }

  /// - Parameter kind: A kind of effects that has the part.
  static func wrongRequestPart(
    _ key: Scalar, of kind: EffectKind, in effect: CheckedEffect
  ) -> Diagnostic {
    let parts = effect.kind.request.fields.map { "'\($0.name)'" }.joined(separator: ", ")
    return Diagnostic(
      .wrongRequestPart,
      "'\(key.text)' belongs to \(kind.request.name), and '\(effect.name)' is "
        + effect.kind.request.name,
      at: .range(key.range), help: ["what '\(effect.name)' asks for has \(parts)"])
  }

  static func headerInCapitals(_ name: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "a header is named in lower case here", at: name.range,
      help: ["write '\(name.text.lowercased())'"]
    ).replacing(name.text, by: name.text.lowercased())
  }

  static func notAListToRepeat(_ type: String, at range: SourceRange) -> Diagnostic {
    typeMismatch("'for-each' goes through a list, and this is \(type)", at: range)
  }

  static func notAClock(_ scalar: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'\(scalar.text)' is not a time that a clock can start at",
      at: .range(scalar.range), help: ["write it as 2000-01-01T00:00:00Z"])
  }

  static func brokenInvariant(_ violation: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidInitial, "\(violation) in the state that is given", at: .range(range))
  }

  static func nothingActed(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "this refers to a step that acted, but there is none before it",
      at: .range(range), help: ["put it beside a 'dispatch', or after one"])
  }
}

/// Golden files.
extension Diagnostic {
  static func invalidGoldenName(_ name: Scalar, limit: Int) -> Diagnostic {
    let length = name.text.utf8.count
    guard length <= limit else {
      return Diagnostic(
        .invalidName, "the name of a golden file has \(length) bytes, and may have \(limit)",
        at: .range(name.range))
    }
    return Diagnostic(
      .invalidName, "'\(name.text)' cannot be the name of a golden file", at: .range(name.range),
      help: ["it is made of letters, digits, '_' and '-'"])
  }

  static func duplicateGolden(_ name: Scalar, first: Scalar) -> Diagnostic {
    Diagnostic(
      .duplicateGolden, "the golden file '\(name.text)' is named twice", at: .range(name.range),
      notes: name.range == first.range ? [] : [Note("first named here", at: first.range)],
      help: ["names that differ only in case are the same golden file"])
  }

  static func sameGoldenForEachRow(_ name: Scalar) -> Diagnostic {
    Diagnostic(
      .duplicateGolden, "each row of the examples names the golden file '\(name.text)'",
      at: .range(name.range), help: ["put a column into the name, as in '\(name.text)-${x}'"])
  }

  static func sameGoldenForEachElement(_ name: Scalar, _ element: String) -> Diagnostic {
    Diagnostic(
      .duplicateGolden, "each round of the 'for-each' names the golden file '\(name.text)'",
      at: .range(name.range),
      help: ["put the element into the name, as in '\(name.text)-${\(element)}'"])
  }
}

/// Examples, fragments and repeated steps.
extension Diagnostic {
  static func noRows(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "there is no row, so the scenario would never run", at: .range(range),
      help: ["write each row as '- {x: 1, y: 2}'"])
  }

  static func invalidColumn(_ name: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidName, "'\(name.text)' cannot be a name in '${…}' here", at: .range(name.range),
      help: [
        name.text.isPlainName
          ? "it has a meaning of its own in expressions"
          : "names are made of letters, digits and '_', and begin with no digit"
      ])
  }

  static func duplicateKey(_ key: Scalar, first: Scalar) -> Diagnostic {
    Diagnostic(
      .duplicateKey, "'\(key.text)' is already in this mapping", at: .range(key.range),
      notes: [Note("it is here first", at: first.range)])
  }

  static func unknownFragment(_ name: Scalar, among names: [String]) -> Diagnostic {
    var diagnostic = unknown(
      .unknownFragment, "there is no fragment '\(name.text)'", name.text, among: names,
      at: name.range)
    if names.isEmpty { diagnostic.help = ["'include' the file that has it"] }
    return diagnostic
  }

  static func duplicateFragment(_ name: Scalar, first: Scalar) -> Diagnostic {
    Diagnostic(
      .duplicateName, "the fragment '\(name.text)' is declared twice", at: .range(name.range),
      notes: [Note("first declared here", at: first.range)])
  }

  static func fragmentCycle(_ use: Scalar, chain: [String]) -> Diagnostic {
    Diagnostic(
      .includeCycle, "the fragment '\(use.text)' uses itself", at: .range(use.range),
      help: ["the chain is \(chain.arrows)"])
  }

  static func fragmentsTooDeep(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "fragments and 'for-each' lie in one another more than \(limit) deep",
      at: .range(range))
  }

  static func unknownParameter(_ key: Scalar, of what: String, known: [String]) -> Diagnostic {
    unknown(
      .unknownKey, "\(what) has no parameter '\(key.text)'", key.text, among: known,
      at: key.range)
  }

  static func missingParameter(
    _ name: String, of what: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(.missingKey, "\(what) needs its parameter '\(name)'", at: .range(range))
  }

  static func argumentTooDeep(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "the value is nested more than \(limit) deep", at: .range(range))
  }
}

/// Matchers.
extension Diagnostic {
  static func unknownMatcher(
    _ key: Scalar, among names: [String], as type: FieldType
  ) -> Diagnostic {
    var diagnostic = unknown(
      .unknownKey, "there is no matcher '\(key.text)'", key.text, among: names, at: key.range)
    switch type.unwrapped {
    case .map, .any:
      diagnostic.help.append("the entry '\(key.text)' of a map is written '$\(key.text)' here")
    default: break
    }
    return diagnostic
  }

  static func alwaysTrue(_ entry: Node.Entry) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "'\(entry.key.text)' takes nothing but true",
      at: .range(entry.value.range))
  }

  static func notAPattern(_ reason: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, reason ?? "this is no regular expression", at: .range(range),
      help: ["'$matches' takes a regular expression in RE2's syntax"])
  }

  static func neverAbsent(at range: SourceRange) -> Diagnostic {
    typeMismatch("there is always a value here: only the entry of a map can be absent", at: range)
  }

  static func negative(_ key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidLiteral, "'\(key)' cannot be less than 0", at: .range(range))
  }

  static func notFinite(_ key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidLiteral, "nothing is near '\(range.text)': '\(key)' is a finite number",
      at: .range(range), help: ["'.inf' and '.nan' are expected as they are, without a matcher"])
  }

  static func misplacedMatcher(_ key: Scalar, in place: String) -> Diagnostic {
    Diagnostic(
      .misplacedMatcher, "no matcher can stand in the place of \(place)", at: .range(key.range),
      help: ["matchers stand in the place of values"])
  }

  static func wrongMatcher(_ key: Scalar, for what: String, _ type: FieldType) -> Diagnostic {
    typeMismatch("'\(key.text)' is for \(what), and here is '\(type)'", at: key.range)
  }
}

extension [String] {
  /// The names joined by arrows, with the middle left out if there are more than twelve.
  fileprivate var arrows: String {
    let names = map { "'\($0)'" }
    let shown = names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names[...]
    return shown.joined(separator: " → ")
  }
}

/// Sessions.
extension Diagnostic {
  static func noScenario(_ name: String, among names: [String], in path: String) -> Diagnostic {
    let near = help(suggestingFor: name, among: names)
    return Diagnostic(
      .fileNotFound, "'\(path)' holds no scenario '\(name)'", at: .file(path),
      help: near.isEmpty ? names.prefix(10).map { "there is '\($0)'" } : near)
  }

  static func joinedBundle(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .wrongDocument, "'\(path)' is a bundle, which is a whole spec and stands alone", at: place,
      help: ["name the bundle as the only spec, or join the specs that it was made from"])
  }

  static func noSpec(_ path: String) -> Diagnostic {
    Diagnostic(
      .wrongDocument, "'\(path)' is a scenario file, where a spec is explored", at: .file(path),
      help: ["'--from \(path)' begins where one of its scenarios ends"])
  }

  static func scenarioOfAnotherSpec(_ path: String) -> Diagnostic {
    Diagnostic(
      .conflictingKeys, "'\(path)' holds scenarios of another spec than the one explored",
      at: .file(path))
  }

  static func noSpecOfLog(_ log: String) -> Diagnostic {
    Diagnostic(
      .unreadable, "the spec of the log is missing", at: .file(log),
      help: ["name the files of the spec before the log"])
  }

  static func notOpened(_ log: String, _ failure: LogFailure) -> Diagnostic {
    let line = failure.line > 0 ? "line \(failure.line): " : ""
    return Diagnostic(
      .unreadable, "the log cannot be opened: \(line)\(failure.message)", at: .file(log))
  }

  static func notDone(_ reason: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.unreadable, "the step cannot be done: \(reason)", at: .range(range))
  }
}
