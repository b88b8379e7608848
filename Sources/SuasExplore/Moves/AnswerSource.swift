import CEL
import SuasScenario
import SuasSpec

/// What pending effects are answered with.
struct AnswerSource {
  private let answers: [String: [EffectAnswer]]

  private static let most = 6

  init(_ spec: CompiledSpec, _ settings: MoveSettings, now: Timestamp) {
    let source = ValueSource(types: spec.typesOfEverything, profile: Profile(), now: now)
    var answers: [String: [EffectAnswer]] = [:]
    for effect in spec.checked.effects {
      let own = settings.answers[effect.name] ?? []
      let made: [EffectAnswer] =
        switch effect.kind {
        case .http: Self.bodies(own) + [.http(status: 500, headers: [], body: .null)]
        case .readFile: [.text("a"), .text("")]
        case .writeFile: [.done]
        case .custom:
          effect.response.fields.first.map { field in
            source.choices(of: field.type).all.prefix(4).map { .result($0) }
          } ?? []
        case .delay: []
        }
      let failures: [EffectAnswer] = effect.kind == .delay ? [] : [.failure("no answer")]
      answers[effect.name] = own.prefix(Self.most) + made + failures
    }
    self.answers = answers
  }

  /// What a server may say that nobody has told more of.
  private static func bodies(_ known: [EffectAnswer]) -> [EffectAnswer] {
    known.isEmpty
      ? [
        .http(status: 200, headers: [], body: .map(Map())),
        .http(status: 200, headers: [], body: .list(List())),
      ] : []
  }

  /// What can happen to the effects that are under way.
  ///
  /// - Parameter answerable: The names of those that can be answered, the oldest first.
  func acts(for effects: [EffectUnderWay], answerable: [String]) -> [Act] {
    var acts: [Act] = []
    var seen: [String: Int] = [:]
    for name in answerable {
      let which = seen[name, default: 0]
      seen[name] = which + 1
      // Those after the second of a name are answered once they are older.
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
