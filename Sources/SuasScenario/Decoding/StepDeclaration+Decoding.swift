import SuasSpec
import YAML

extension StepDeclaration {
  /// The keys of which a step has one at the most.
  static let acts = [
    "dispatch", "golden", "respond", "cancel", "advance", "listen", "unlisten", "reset", "note",
    "use",
  ]

  /// The most that a step is repeated.
  static let maximumTimes: Int64 = 1_000_000

  /// Reads a step whose `${…}` have been replaced.
  ///
  /// - Parameter written: the step as it was before.
  init?(_ node: Node, as written: Node, _ names: Names, _ findings: Findings) {
    var mapping = MappingReader(
      node, as: "a step", help: Self.dispatching(node.scalar), into: findings)
    guard mapping.isMapping else { return nil }
    self.names = names
    place = mapping.entries.first?.key.range ?? node.range
    let acts = Self.acts.compactMap { mapping.entry($0) }
      .sorted { $0.key.range.lowerBound < $1.key.range.lowerBound }
    if acts.count > 1 {
      findings.report(
        .conflictingKeys(
          acts[1].key.text, acts[0].key.text, at: acts[1].key.range, other: acts[0].key.range))
    }
    let expect = mapping.value("expect")
    expectations =
      expect.map {
        ExpectationDeclaration.list(MappingReader($0, as: "'expect'", into: findings))
      } ?? []
    if let entry = acts.first {
      act = Act(entry, of: &mapping, written, findings)
    } else if expect == nil, mapping.entries.isEmpty {
      findings.report(.emptyStep(at: node.range))
    }
    mapping.finish { entry in
      if acts.isEmpty { return Self.dispatching(entry) }
      return acts[0].key.text == "dispatch" ? "what the action carries goes under 'with'" : nil
    }
    guard act != nil || acts.isEmpty else { return nil }
  }

  /// How an action is dispatched, for who wrote its name and what it carries in another form.
  fileprivate static func dispatching(_ action: Node.Entry?) -> String {
    let payload = action?.value.mapping == nil ? "" : ", with: { … }"
    return dispatching(action?.key, payload)
  }

  fileprivate static func dispatching(_ name: Scalar?, _ payload: String = "") -> String {
    // What cannot be an action's name was hardly meant for one.
    let name = name.flatMap { $0.text.isPlainName ? $0.text : nil } ?? "Name"
    return "to dispatch an action, write { dispatch: \(name)\(payload) }"
  }
}

extension StepDeclaration.Act {
  fileprivate init?(
    _ entry: Node.Entry, of step: inout MappingReader, _ written: Node, _ findings: Findings
  ) {
    switch entry.key.text {
    case "dispatch":
      let payload = step.value("with")
      let times = Self.times(&step)
      let name = entry.value.scalar(
        "an action's name", findings,
        help: StepDeclaration.dispatching(entry.value.mapping?.first))
      guard let name, let times else { return nil }
      self = .dispatch(name: name, payload: payload, times: times)
    case "golden":
      let written = written.mapping?.first { $0.key.text == "golden" }?.value
      guard let golden = GoldenDeclaration(entry.value, as: written, findings) else { return nil }
      self = .golden(golden)
    case "respond":
      guard let answer = AnswerDeclaration(entry.value, of: &step) else { return nil }
      self = .respond(answer)
    case "cancel":
      guard let name = entry.value.scalar("an effect's name", findings) else { return nil }
      self = .cancel(effect: name)
    case "advance":
      guard let duration = entry.value.scalar("a duration", findings) else { return nil }
      self = .advance(duration)
    case "listen", "unlisten":
      guard let name = entry.value.scalar("a listener's name", findings) else { return nil }
      self = entry.key.text == "listen" ? .listen(listener: name) : .unlisten(listener: name)
    case "reset":
      guard entry.value.scalar?.text == "store" else {
        findings.report(.notTheStore(entry.value))
        return nil
      }
      self = .reset
    case "note":
      guard let text = entry.value.scalar("a note", findings) else { return nil }
      self = .note(text.text)
    case "use":
      let arguments = step.value("with")
      guard let name = entry.value.scalar("a fragment's name", findings) else { return nil }
      self = .use(fragment: name, arguments: arguments)
    default:
      return nil
    }
  }

  private static func times(_ step: inout MappingReader) -> Int? {
    guard let entry = step.entry("times") else { return 1 }
    guard let times = step.integer("times") else { return nil }
    guard 1...StepDeclaration.maximumTimes ~= times else {
      step.findings.report(.timesOutOfRange(at: entry.value.range))
      return nil
    }
    return Int(times)
  }
}

extension AnswerDeclaration {
  fileprivate init?(_ effect: Node, of step: inout MappingReader) {
    let findings = step.findings
    let which = step.entry("which")
    let index = which == nil ? 0 : step.integer("which")
    let contents = step.entry("with")
    let failure = step.entry("fail")
    if let contents, let failure {
      findings.report(
        .conflictingKeys("fail", "with", at: failure.key.range, other: contents.key.range))
    }
    let message = failure.map { $0.value.scalar("a failure's message", findings)?.text }
    guard let effect = effect.scalar("an effect's name", findings), let index else { return nil }
    if case .some(nil) = message { return nil }
    guard let which = Int(exactly: index), which >= 0 else {
      findings.report(.negativePlace(at: (which?.value ?? step.entries[0].value).range))
      return nil
    }
    self.init(
      effect: effect, which: which, contents: contents?.value, failure: message ?? nil)
  }
}

extension GoldenDeclaration {
  /// Reads a name, or `{name, of: state}`.
  ///
  /// - Parameter written: the same before its `${…}` were replaced.
  fileprivate init?(_ node: Node, as written: Node?, _ findings: Findings) {
    guard let entries = node.mapping else {
      guard let name = node.scalar("a golden's name", findings) else { return nil }
      self.init(name: name, isComputed: written?.scalar?.text.contains("${") ?? false)
      return
    }
    var mapping = MappingReader(node, as: "'golden'", under: entries.first?.key, into: findings)
    let name = mapping.require("name")?.scalar("a golden's name", findings)
    let of = mapping.value("of")
    mapping.finish()
    let subject = of.map { $0.scalar.flatMap { GoldenSubject(rawValue: $0.text) } } ?? .state
    if let of, subject == nil { findings.report(.notAGoldenSubject(of)) }
    guard let name, let subject else { return nil }
    let writtenName = written?.mapping?.first { $0.key.text == "name" }?.value
    self.init(
      name: name, isComputed: writtenName?.scalar?.text.contains("${") ?? false,
      subject: subject)
  }
}

extension ExpectationDeclaration {
  fileprivate static func list(_ mapping: MappingReader) -> [ExpectationDeclaration] {
    var mapping = mapping
    let findings = mapping.findings
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
    add("selected") { .selected($0) }
    add("error") { Kind(error: $0, findings) }
    add("that") { node in
      let nodes = node.sequence ?? [node]
      return .that(nodes.compactMap { ExpressionSyntax($0, "'that'", findings) })
    }
    if let entry = mapping.entry("handled"), let value = mapping.flag("handled") {
      expectations.append(ExpectationDeclaration(kind: .handled(value), place: entry.key.range))
    }
    mapping.finish { "a state is expected by 'state: { \($0.key.text.prefix { $0 != "." }): … }'" }
    return expectations.sorted { $0.place.lowerBound < $1.place.lowerBound }
  }
}

extension ExpectationDeclaration.Kind {
  /// Reads a code, or `{code, message}`.
  fileprivate init?(error node: Node, _ findings: Findings) {
    if case .scalar(let scalar) = node.content, scalar.resolved != .null {
      self = .error(code: scalar, message: nil)
      return
    }
    var mapping = MappingReader(node, as: "'error'", into: findings)
    guard mapping.isMapping else { return nil }
    let code = mapping.require("code")?.scalar("an error's code", findings)
    let message = mapping.value("message")
    mapping.finish()
    guard let code else { return nil }
    self = .error(code: code, message: message)
  }
}
