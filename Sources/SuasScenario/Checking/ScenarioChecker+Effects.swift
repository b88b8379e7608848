import CEL
import SuasSpec
import YAML

/// Steps about effects, time and listeners.
extension ScenarioChecker {
  func effect(_ name: Scalar) -> CheckedEffect? {
    let effects = spec.checked.effects
    let effect = effects.first { $0.name == name.text }
    sink.note(name, .action, requesting: .effect, isKnown: effect != nil)
    if let effect { return effect }
    sink.report(.unknownEffect(name.text, among: effects.map(\.name), at: name.range))
    return nil
  }

  func listener(_ name: Scalar) -> Int? {
    let listeners = spec.checked.listeners
    let index = listeners.firstIndex { $0.name == name.text }
    sink.note(name, .listener, requesting: .listener, isKnown: index != nil)
    if let index { return index }
    sink.report(
      .unknownListener(name.text, among: listeners.map(\.name), at: name.range))
    return nil
  }

  func advance(_ scalar: Scalar) -> CheckedStep.Act? {
    let node = Node(.scalar(scalar), at: scalar.range)
    guard case .duration(let duration)? = values.readConstant(node, as: .duration) else {
      return nil
    }
    guard duration.nanoseconds >= 0 else {
      sink.report(.negativeDuration("the time that passes", at: scalar.range))
      return nil
    }
    return .advance(duration)
  }

  func respond(_ declaration: AnswerDeclaration) -> CheckedStep.Act? {
    guard let effect = effect(declaration.effect) else { return nil }
    if declaration.last != nil, declaration.contents == nil, declaration.failure == nil,
      effect.isStream
    {
      return .respond(effect: effect.name, which: declaration.which, .last(nil))
    }
    let answer: EffectAnswer?
    if let failure = declaration.failure {
      answer = .failure(failure)
    } else {
      answer = self.answer(declaration, to: effect)
    }
    if let last = declaration.last, !effect.isStream {
      sink.report(.lastOfNoStream(effect.name, at: last.range))
      return nil
    }
    return answer.map {
      .respond(
        effect: effect.name, which: declaration.which, declaration.last == nil ? $0 : .last($0))
    }
  }

  /// Reads the answer to an effect, according to the effect's operation.
  private func answer(
    _ declaration: AnswerDeclaration, to effect: CheckedEffect
  ) -> EffectAnswer? {
    let range = declaration.contents?.range ?? declaration.effect.range
    var entries: [Node.Entry] = []
    if let contents = declaration.contents {
      guard let written = contents.entries(as: "'with'", into: sink) else { return nil }
      entries = written
    }
    if let misfit = declaration.misfit,
      !effect.response.fields.contains(where: { $0.name == "result" })
    {
      sink.report(.misfitOfNoResult(effect.name, at: misfit.range))
      return nil
    }
    var fields: [String: Value] = [:]
    var isSound = true
    for entry in entries {
      guard let field = effect.response.fields.first(where: { $0.name == entry.key.text }) else {
        sink.readings?.request(.field(of: effect.response), at: entry.key.range)
        sink.report(
          .noAnswer(entry.key, to: effect.name, known: effect.response.fields.map(\.name)))
        isSound = false
        continue
      }
      // A body is written as a server sends it, and may not fit the type as which it is read.
      let isFree =
        effect.kind == .http && field.name == "body"
        || declaration.misfit != nil && field.name == "result"
      if isFree { values.mentionFields(in: entry.value, as: field.type) }
      fields[field.name] = values.readConstant(entry.value, as: isFree ? .any : field.type)
      if fields[field.name] == nil { isSound = false }
    }
    guard isSound else { return nil }
    func require(_ key: String) -> Value? {
      if fields[key] == nil {
        sink.report(.missingAnswer(key, to: effect.name, at: range))
      }
      return fields[key]
    }
    switch effect.kind {
    case .http:
      var headers: [(name: String, value: String)] = []
      if case .map(let map)? = fields["headers"] {
        headers = map.map { ($0.key.interpolated, $0.value.interpolated) }
      }
      guard case .int(let status) = fields["status"] ?? .int(200), 100...599 ~= status else {
        let written = entries.first { $0.key.text == "status" }?.value
        sink.report(.notAnAnswersStatus(at: written?.range ?? range))
        return nil
      }
      return .http(status: Int(status), headers: headers, body: fields["body"] ?? .null)
    case .readFile:
      return require("text").map { .text($0.interpolated) }
    case .custom:
      return effect.response.fields.isEmpty ? .done : require("result").map { .result($0) }
    case .delay, .every, .writeFile:
      return .done
    }
  }
}
