import CEL
import SuasScenario
import SuasSpec

/// Makes the answers to pending effects.
struct AnswerSource {
  private let answers: [String: [EffectAnswer]]

  /// The greatest number of answers to try from scenarios, and of each generated kind.
  private static let most = 24

  init(_ spec: CompiledSpec, _ settings: MoveSettings, now: Timestamp) {
    let source = ValueSource(
      types: spec.typesOfEverything, profile: Profile(), now: now,
      hints: settings.hints)
    let reading = AnswerReading(spec.checked)
    var answers: [String: [EffectAnswer]] = [:]
    for effect in spec.checked.effects {
      var all = Array((settings.answers[effect.name] ?? []).prefix(Self.most))
      let made = Self.made(for: effect, reading.parts(of: effect), AnswerValues(source: source))
      for answer in made where !all.contains(where: { $0.isSame(as: answer) }) {
        all.append(answer)
      }
      answers[effect.name] = all
    }
    self.answers = answers
  }

  /// Returns the generated answers to an effect, from its declaration and from the parts of answers
  /// that expressions read.
  private static func made(
    for effect: CheckedEffect, _ read: (response: AnswerPart, error: AnswerPart),
    _ values: AnswerValues
  ) -> [EffectAnswer] {
    let (response, error) = read
    let failure = EffectAnswer.failure("no answer")
    switch effect.kind {
    case .delay, .every: return []
    case .writeFile: return [.done, failure]
    case .readFile:
      let read = values.choices(for: response.member("text"))
      let texts = read.map { Value.string($0.interpolated) } + ["a", ""]
      return texts.unique.prefix(most).map { .text($0.interpolated) } + [failure]
    case .custom:
      guard let type = effect.response.fields.first?.type else {
        return [.done, failure] + (effect.isStream ? [.last(nil), .last(.done)] : [])
      }
      let read = response.member("result")
      let made = type == .any ? [] : values.source.choices(of: type).all
      let fitting = (type == .any ? values.choices(for: read) : read.literals)
        .compactMap { try? values.source.types.fit($0, to: type) }
      let results = (fitting + made).unique.prefix(most).map { EffectAnswer.result($0) }
      guard effect.isStream else { return results + [failure] }
      return results + [failure, .last(nil)] + results.prefix(1).map { .last($0) }
    case .http: return http(effect, response, error, values) + [failure]
    }
  }

  private static func http(
    _ effect: CheckedEffect, _ response: AnswerPart, _ error: AnswerPart, _ values: AnswerValues
  ) -> [EffectAnswer] {
    func bodies(_ part: AnswerPart) -> [Value] {
      let body = part.member("body")
      if part === response, let type = effect.response.fields.last?.type, type != .any {
        return values.source.choices(of: type).all.prefix(most).map(values.json) + [.string("")]
      }
      // A body that does not fit is a failure too.
      return body.isUnread ? [.null] : values.choices(for: body).prefix(most) + [.map(Map())]
    }
    func headers(_ isFull: Bool) -> [(name: String, value: String)] {
      response.member("headers").members.compactMap { name, part in
        guard isFull || !part.mayBeMissing else { return nil }
        return (name, values.choices(for: part).first?.interpolated ?? "")
      }
    }
    let (good, bad) = (bodies(response), bodies(error))
    let success = ([200] + Array(100...599)).first(where: effect.expects) ?? 200
    let failure = ([500] + Array(100...599)).first { !effect.expects(status: $0) } ?? 500
    var answers = good.unique.map {
      EffectAnswer.http(status: success, headers: headers(true), body: $0)
    }
    if headers(false).count < headers(true).count {
      answers.append(.http(status: success, headers: headers(false), body: good[0]))
    }
    answers += bad.unique.map { .http(status: failure, headers: [], body: $0) }
    let compared = response.member("status").literals + error.member("status").literals
    for case .int(let status) in compared.unique where (100...599).contains(status) {
      let isExpected = effect.expects(status: Int(status))
      answers.append(
        .http(
          status: Int(status), headers: isExpected ? headers(true) : [],
          body: isExpected ? good[0] : bad[0]))
    }
    return answers
  }

  /// Returns the acts that are possible on the effects under way: answers, and advancing the clock
  /// to the next moment that one waits for.
  ///
  /// - Parameter answerable: The names of the effects that can be answered, oldest first.
  func acts(for effects: [PendingEffect], answerable: [String]) -> [Act] {
    var acts: [Act] = []
    var seen: [String: Int] = [:]
    for name in answerable {
      let which = seen[name, default: 0]
      seen[name] = which + 1
      // Only the two oldest of a name are answered.
      guard which < 2 else { continue }
      for answer in answers[name] ?? [] {
        acts.append(Act(.respond(effect: name, which: which, answer)))
      }
    }
    if let wait = effects.compactMap(\.wait).min() {
      acts.append(Act(.advance(CEL.Duration(nanoseconds: max(0, wait)))))
    }
    return acts
  }
}
