import CEL
import SuasSpec
import YAML

extension StepDeclaration {
  /// The forms of all steps: one for each act, and one for `expect` alone.
  static let forms =
    StepKeyword.forms + [
      ScenarioForm("a step", [.required("expect", .expectations, "What must hold.")])
    ]

  private static let form = ScenarioForm("a step", oneOf: forms)

  /// The maximum of `times`.
  static let maximumTimes: Int64 = 1_000_000

  /// Reads a step whose `${…}` have been replaced.
  ///
  /// - Parameter written: the step before the replacement.
  init?(_ node: Node, as written: Node, _ names: Names, _ sink: DiagnosticSink) {
    var mapping = MappingReader(
      node, Self.form, help: Self.dispatching(node.scalar), into: sink)
    guard mapping.isMapping else { return nil }
    self.names = names
    place = mapping.entries.first?.key.range ?? node.range
    let acts = StepKeyword.allCases.compactMap { keyword in
      mapping.entry(keyword.rawValue).map { (keyword: keyword, entry: $0) }
    }.sorted { $0.entry.key.range.lowerBound < $1.entry.key.range.lowerBound }
    if acts.count > 1 {
      let (first, second) = (acts[0].entry.key, acts[1].entry.key)
      sink.report(
        .conflictingKeys(second.text, first.text, at: second.range, other: first.range))
    }
    // The steps that a 'for-each' repeats have expectations; the 'for-each' itself has none.
    let expect = acts.first?.keyword == .forEach ? nil : mapping.value("expect")
    expectations =
      expect.map {
        ExpectationDeclaration.list(
          MappingReader(
            $0, ExpectationDeclaration.form,
            help: $0.scalar == nil
              ? nil : "a condition on the store is written { that: CONDITION }",
            into: sink))
      } ?? []
    if let (keyword, entry) = acts.first {
      act = Act(keyword, entry, of: &mapping, written, sink)
    } else if expect == nil, mapping.entries.isEmpty {
      sink.report(.emptyStep(at: node.range))
    }
    // What is written for the act has its payload beside it.
    let payload: Set = ["with", "payload"]
    let isMeant = mapping.entries.contains {
      !Self.form.names.contains($0.key.text) && !payload.contains($0.key.text)
    }
    if acts.isEmpty, isMeant { mapping.ignore(payload) }
    mapping.finish { entry in
      if acts.isEmpty {
        return Self.expecting(entry) ?? Self.waiting(entry) ?? Self.responding(entry)
          ?? Self.dispatching(entry)
      }
      return switch acts[0].keyword {
      case .dispatch: Self.expecting(entry) ?? "what the action carries goes under 'with'"
      case .forEach where entry.key.text == "expect":
        "put it into one of the steps, or into a step of its own after them"
      default: nil
      }
    }
    guard act != nil || acts.isEmpty else { return nil }
  }

  /// Returns help on expectations, for an author who wrote one as a step of its own.
  private static func expecting(_ entry: Node.Entry) -> String? {
    let key = entry.key.text
    if ["assert", "check", "verify", "that", "then"].contains(key) {
      return "to test a condition, write { expect: { that: CONDITION } }"
    }
    if key == "given" {
      return "what is there before the steps stands under 'given', beside 'steps'"
    }
    if ["expect-error", "throws", "fails"].contains(key) {
      return "to expect an error, write { expect: { error: CODE } }"
    }
    guard ExpectationDeclaration.form.names.contains(key) else { return nil }
    return "to expect it, write { expect: { \(key): … } }"
  }

  /// Returns help on letting time pass, for an author who wrote only a duration.
  private static func waiting(_ entry: Node.Entry) -> String? {
    guard let written = entry.value.scalar, CEL.Duration(written.text) != nil else { return nil }
    return "to let time pass, write { advance: \(written.text) }"
  }

  /// Returns help on answering an effect, for an author who used another word for it.
  private static func responding(_ entry: Node.Entry) -> String? {
    let outcome: String
    switch entry.key.text {
    case "resolve", "succeed", "complete", "reply", "answer", "response", "mock": outcome = "with"
    case "reject", "fail": outcome = "fail"
    default: return nil
    }
    let name = entry.value.scalar.flatMap { $0.text.isPlainName ? $0.text : nil } ?? "Effect"
    return "to answer an effect, write { respond: \(name), \(outcome): … }"
  }

  /// Returns help on dispatching, for an author who wrote an action's name and payload differently.
  fileprivate static func dispatching(_ action: Node.Entry?) -> String {
    if let action, ["action", "type", "name", "event", "send", "emit"].contains(action.key.text) {
      return action.value.mapping.map(dispatching(parts:)) ?? dispatching(action.value.scalar)
    }
    let payload = action?.value.mapping == nil ? "" : ", with: { … }"
    return dispatching(action?.key, payload)
  }

  /// Returns help on dispatching, for an author who wrote a mapping in the place of the action's name.
  fileprivate static func dispatching(parts: [Node.Entry]) -> String {
    let name = parts.first { ["type", "action", "name"].contains($0.key.text) }?.value.scalar
    guard let name else { return dispatching(parts.first) }
    return dispatching(name, parts.count == 1 ? "" : ", with: { … }")
  }

  fileprivate static func dispatching(_ name: Scalar?, _ payload: String = "") -> String {
    // A key that cannot be an action's name was hardly meant as one.
    let name = name.flatMap { $0.text.isPlainName ? $0.text : nil } ?? "Name"
    return "to dispatch an action, write { dispatch: \(name)\(payload) }"
  }
}

extension StepDeclaration.Act {
  fileprivate init?(
    _ keyword: StepKeyword, _ entry: Node.Entry, of step: inout MappingReader, _ written: Node,
    _ sink: DiagnosticSink
  ) {
    switch keyword {
    case .dispatch:
      let payload = step.value("with")
      let times = Self.times(&step)
      let name = entry.value.scalar(
        "an action's name", sink,
        help: StepDeclaration.dispatching(parts: entry.value.mapping ?? []))
      guard let name, let times else { return nil }
      self = .dispatch(name: name, payload: payload, times: times)
    case .golden:
      let written = written.mapping?.first { $0.key.text == "golden" }?.value
      guard let golden = GoldenDeclaration(entry.value, as: written, sink) else { return nil }
      self = .golden(golden)
    case .respond:
      guard let answer = AnswerDeclaration(entry.value, of: &step) else { return nil }
      self = .respond(answer)
    case .cancel:
      guard let name = entry.value.scalar("an effect's name", sink) else { return nil }
      self = .cancel(effect: name)
    case .advance:
      guard let duration = entry.value.scalar("a duration", sink) else { return nil }
      self = .advance(duration)
    case .listen, .unlisten:
      guard let name = entry.value.scalar("a listener's name", sink) else { return nil }
      self = keyword == .listen ? .listen(listener: name) : .unlisten(listener: name)
    case .reset:
      guard entry.value.scalar?.text == "store" else {
        sink.report(.notTheStore(entry.value))
        return nil
      }
      self = .reset
    case .restart:
      var mapping = MappingReader(entry.value, RestartForm.form, under: entry.key, into: sink)
      let found = mapping.entry("saved")
      mapping.finish()
      let declaration = found.map { FoundDeclaration($0, sink) }
      if case .some(nil) = declaration { return nil }
      guard mapping.isMapping else { return nil }
      self = .restart(declaration ?? nil)
    case .note:
      guard let text = entry.value.scalar("a note", sink) else { return nil }
      self = .note(text.text)
    case .use:
      let arguments = step.value("with")
      guard let name = entry.value.scalar("a fragment's name", sink) else { return nil }
      self = .use(fragment: name, arguments: arguments)
    case .forEach:
      let list = ExpressionSyntax(entry.value, "'for-each'", sink)
      let element = step.value("as").map { $0.scalar("an element's name", sink) }
      let steps = step.require("steps")?.steps("the steps", sink)
      guard let list, let steps else { return nil }
      if case .some(nil) = element { return nil }
      self = .forEach(list, element: element ?? nil, steps: steps)
    }
  }

  private static func times(_ step: inout MappingReader) -> Int? {
    guard let entry = step.entry("times") else { return 1 }
    guard let times = step.integer("times") else { return nil }
    guard 1...StepDeclaration.maximumTimes ~= times else {
      step.sink.report(
        .timesOutOfRange(limit: StepDeclaration.maximumTimes, at: entry.value.range))
      return nil
    }
    return Int(times)
  }
}

extension AnswerDeclaration {
  /// The form of an answer; each kind of effect takes some of its keys.
  static let contentsForm = ScenarioForm(
    "'with'",
    [
      .optional("status", .integer, "An HTTP answer's status; 200 without."),
      .optional("headers", .values, "An HTTP answer's header fields."),
      .optional("body", .value, "An HTTP answer's body, as it is."),
      .optional("text", .text, "A file's text."),
      .optional("result", .value, "What the host answers to a custom effect."),
    ])

  fileprivate init?(_ effect: Node, of step: inout MappingReader) {
    let sink = step.sink
    let which = step.entry("which")
    let index = which == nil ? 0 : step.integer("which")
    let contents = step.entry("with")
    let failure = step.entry("fail")
    if let contents, let failure {
      sink.report(
        .conflictingKeys("fail", "with", at: failure.key.range, other: contents.key.range))
    }
    let ends = step.flag("last") ?? false
    let last = ends ? step.entry("last")?.key : nil
    if let last, let failure {
      sink.report(.conflictingKeys("fail", "last", at: failure.key.range, other: last.range))
    }
    let misfits = step.flag("misfit") ?? false
    let misfit = misfits ? step.entry("misfit")?.key : nil
    if let misfit, let failure {
      sink.report(.conflictingKeys("fail", "misfit", at: failure.key.range, other: misfit.range))
    } else if let misfit, contents == nil {
      sink.report(.missingKey("with", of: "'misfit'", at: misfit.range))
    }
    let message = failure.map { $0.value.scalar("a failure's message", sink)?.text }
    guard let effect = effect.scalar("an effect's name", sink), let index else { return nil }
    if case .some(nil) = message { return nil }
    guard let which = Int(exactly: index), which >= 0 else {
      sink.report(.negativePlace(at: (which?.value ?? step.entries[0].value).range))
      return nil
    }
    self.init(
      effect: effect, which: which, contents: contents?.value, failure: message ?? nil,
      last: last, misfit: misfit)
  }
}

extension GoldenDeclaration {
  static let form = ScenarioForm(
    "'golden'",
    [
      .required("name", .text, "The golden file's name."),
      .optional("of", .goldenSubject, "What is compared: the state without it."),
    ])

  /// Reads a name, or `{name, of: state}`.
  ///
  /// - Parameter written: the node before its `${…}` were replaced.
  fileprivate init?(_ node: Node, as written: Node?, _ sink: DiagnosticSink) {
    guard let entries = node.mapping else {
      guard let name = node.scalar("a golden's name", sink) else { return nil }
      self.init(name: name, isComputed: written?.scalar?.text.holdsInterpolation ?? false)
      return
    }
    var mapping = MappingReader(node, Self.form, under: entries.first?.key, into: sink)
    let name = mapping.require("name")?.scalar("a golden's name", sink)
    let of = mapping.value("of")
    mapping.finish()
    let subject = of.map { $0.scalar.flatMap { GoldenSubject(rawValue: $0.text) } } ?? .state
    if let of, subject == nil { sink.report(.notAGoldenSubject(of)) }
    guard let name, let subject else { return nil }
    let writtenName = written?.mapping?.first { $0.key.text == "name" }?.value
    self.init(
      name: name, isComputed: writtenName?.scalar?.text.holdsInterpolation ?? false,
      subject: subject)
  }
}

extension ExpectationDeclaration {
  static let form = ScenarioForm(
    "'expect'",
    [
      .optional(
        "state", .state(isExact: false),
        "The named sub-states are so; of records only the named fields are compared."),
      .optional(
        "exact-state", .state(isExact: true), "The whole store is so, every field named."),
      .optional(
        "changes", .changes,
        "Exactly these leaves differ from before the step, with these values now, by path."),
      .optional("handled", .flag, "Whether some reducer handled the step's action."),
      .optional(
        "error", .refusal(Kind.errorForm),
        "The code of the error that the step's action was refused with; `true` for any."),
      .optional(
        "notified", .listeners,
        "Exactly these listeners were told, in this order: names, or `{ name: VALUE }`."),
      .optional(
        "actions", .actions,
        "Exactly these actions reached the reducers: names, or `{ Name: { payload } }`."),
      .optional("effects", .effects, "Exactly these effects are pending, oldest first."),
      .optional(
        "requests", .requests,
        "Exactly these effects were started or tried again: names, or `{ Name: { parts } }`."),
      .optional("selected", .selected, "Selectors give these values."),
      .optional(
        "restored", .mapping(RestoredExpectation.form),
        "What came of the start, or of the last restart."),
      .optional("saved", .values, "What would be saved now, by state key."),
      .optional("that", .conditions, "A condition on `store`, or a list of them."),
    ])

  fileprivate static func list(_ mapping: MappingReader) -> [ExpectationDeclaration] {
    var mapping = mapping
    let sink = mapping.sink
    var expectations: [ExpectationDeclaration] = []
    func add(_ key: String, _ decode: (Node) -> Kind?) {
      guard let entry = mapping.entry(key), let kind = decode(entry.value) else { return }
      expectations.append(ExpectationDeclaration(kind: kind, place: entry.key.range))
    }
    add("state") { .state($0) }
    add("exact-state") { .exactState($0) }
    add("changes") { .changes($0) }
    add("notified") { .notified($0) }
    add("actions") { .actions($0) }
    add("effects") { .effects($0) }
    add("requests") { .requests($0) }
    add("selected") { .selected($0) }
    add("restored") { .restored($0) }
    add("saved") { .saved($0) }
    add("error") { Kind(error: $0, sink) }
    add("that") { node in
      let nodes = node.sequence ?? [node]
      return .that(nodes.compactMap { ExpressionSyntax($0, "'that'", sink) })
    }
    if let entry = mapping.entry("handled"), let value = mapping.flag("handled") {
      expectations.append(ExpectationDeclaration(kind: .handled(value), place: entry.key.range))
    }
    mapping.finish { "a state is expected by 'state: { \($0.key.text.prefix { $0 != "." }): … }'" }
    return expectations.sorted { $0.place.lowerBound < $1.place.lowerBound }
  }
}

extension ExpectationDeclaration.Kind {
  static let errorForm = ScenarioForm(
    "'error'",
    [
      .required("code", .text, "The error's code."),
      .optional("message", .value, "What it says."),
    ])

  /// Reads a code, `true` for any, or `{code, message}`.
  fileprivate init?(error node: Node, _ sink: DiagnosticSink) {
    if case .scalar(let scalar) = node.content, scalar.resolved != .null {
      switch scalar.resolved {
      case .bool(true): self = .error(code: nil, message: nil)
      case .bool(false):
        sink.report(.noErrorExpected(at: scalar.range))
        return nil
      default: self = .error(code: scalar, message: nil)
      }
      return
    }
    var mapping = MappingReader(node, Self.errorForm, into: sink)
    guard mapping.isMapping else { return nil }
    let code = mapping.require("code")?.scalar("an error's code", sink)
    let message = mapping.value("message")
    mapping.finish()
    guard let code else { return nil }
    self = .error(code: code, message: message)
  }
}
