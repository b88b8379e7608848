import CEL
import SuasProgram
import YAML

/// `use: name` with `on` and `with`: runs a shared rule on a record.
struct UseVerb: Verb {
  static let keyword = "use"

  static let form = VerbForm(
    target: .reference, summary: "Runs a shared rule, declared under `rules`.",
    arguments: [
      .optional("on", .path, "The record that it changes; `state` without it."),
      .fallback, .optional("with", .payload, "The parameters, by name."),
    ])

  let name: Name
  let path: ExpressionSyntax?
  let arguments: [Node.Entry]
  let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    let name = Name(reference: rule.target, "a rule", rule.sink)
    let on = rule.optional("on")
    let sink = rule.sink
    let path = on.map { ExpressionSyntax($0, "'on'", sink) }
    fallback = rule.optional("default")
    let arguments = rule.optional("with").map { $0.entries(as: "'with'", into: sink) } ?? []
    guard let name, let arguments else { return nil }
    if case .some(nil) = path { return nil }
    self.name = name
    self.path = path ?? nil
    self.arguments = arguments
  }

  func noteWriting(by rule: Rule, in writing: inout Writing) {
    writing.add(fieldsWrittenBy: name.text, on: path)
  }

  func check(in scope: inout Scope) -> Operation? {
    guard let rule = scope.sharedRules.use(name, scope.sink) else { return nil }
    if rule.readsStore { scope.values.vocabulary?.usage.noteStore() }
    let arguments = readArguments(of: rule, in: scope)
    guard let (target, pinned) = readTarget(of: rule, in: scope), let arguments else { return nil }
    let type = FieldType.record(rule.record.name)
    return .use(
      RuleUse(
        rule: rule.index, name: name.text, place: name.range, target: target, pathSlots: pinned,
        fit: target.type.unwrapped == .any ? .judged(type, scope.values.types) : .proven,
        arguments: arguments))
  }

  /// Returns the place, with the slots that hold the indices and keys on the path to it.
  private func readTarget(
    of rule: SharedRules.Signature, in scope: Scope
  ) -> (Target, pathSlots: [Int])? {
    let range = path?.range ?? name.range
    guard let written = scope.target(of: rule, at: path, range) else { return nil }
    var inner = scope
    let pathSlots = fallback == nil ? [] : inner.pin(written).slots
    guard let target = inner.adding(fallback, to: written) else { return nil }
    guard target.type.unwrapped == .any || target.type.unwrapped == .record(rule.record.name) else {
      scope.sink.report(.useOfAnotherRecord(rule.name, rule.record.name, target, at: range))
      return nil
    }
    return (target, pathSlots)
  }

  /// Reads the values of the parameters, in their order; nil if one is wrong or missing, or one too
  /// many is there.
  private func readArguments(
    of rule: SharedRules.Signature, in scope: Scope
  ) -> [CheckedTemplate]? {
    var isSound = true
    var read: [CheckedTemplate?] = rule.parameters.map { parameter in
      parameter.default.map { .constant($0) }
    }
    var given: Set<Int> = []
    for entry in arguments {
      let known = rule.parameters.firstIndex { $0.name == entry.key.text }
      if let journal = scope.sink.readings {
        if known != nil {
          journal.mention(
            Symbol(.parameter, entry.key.text, in: rule.name.text), at: entry.key)
        } else {
          journal.request(.word(rule.parameters.map(\.name)), at: entry.key.range)
        }
      }
      guard let index = known else {
        scope.sink.report(
          .unknownParameter(entry.key, of: rule.name, among: rule.parameters.map(\.name)))
        isSound = false
        continue
      }
      given.insert(index)
      read[index] = scope.value(entry.value, as: rule.parameters[index].type)
      if read[index] == nil { isSound = false }
    }
    for (index, parameter) in rule.parameters.enumerated()
    where read[index] == nil && !given.contains(index) {
      if !parameter.isUnsound {
        scope.sink.report(.missingParameter(parameter.name, of: rule.name, at: name.range))
      }
      isSound = false
    }
    let values = read.compactMap(\.self)
    return isSound && values.count == read.count ? values : nil
  }
}
