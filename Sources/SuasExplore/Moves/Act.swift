import CEL
import Suas
import SuasScenario
import SuasSpec

/// A move that can be tried in a state.
struct Act: Sendable {
  let move: Sandbox.Move
  /// The id of the action's type; -1 for a move that is no action.
  let id: Int

  init(_ action: SpecAction) {
    move = .dispatch(action)
    id = action.type.id
  }

  init(_ move: Sandbox.Move) {
    self.move = move
    id = -1
  }
}

/// The acts that can be tried in a state, in an order that depends on nothing but the state.
final class ActList: Sendable {
  private let acts: ContiguousArray<Act>
  /// The index at which each kind begins. The actions of one type are a kind; each other act is
  /// one.
  let kinds: [Int]
  /// The actions as reducers take them if all acts are actions; otherwise empty.
  private let actions: ContiguousArray<SpecAction>

  init(_ acts: ContiguousArray<Act>) {
    self.acts = acts
    kinds = acts.indices.filter { index in
      index == 0 || acts[index].id < 0 || acts[index - 1].id != acts[index].id
    }
    let actions = acts.compactMap { act in
      if case .dispatch(let action) = act.move { action } else { nil }
    }
    self.actions = actions.count == acts.count ? ContiguousArray(actions) : []
  }

  var count: Int { acts.count }

  subscript(ordinal: Int) -> Act { acts[ordinal] }

  /// Returns a pointer to the action, which is valid as long as the list exists.
  @inline(__always)
  func action(_ ordinal: Int) -> Borrow<SpecAction> {
    actions.borrowed.place(ordinal)
  }

  @inline(__always)
  func id(_ ordinal: Int) -> Int { acts.borrowed[ordinal].id }

  /// Returns a list of these acts and some more.
  func with(_ more: [Act]) -> ActList { more.isEmpty ? self : ActList(acts + more) }
}

/// Makes the actions that are worth trying in a state.
final class ActSource {
  private let spec: CompiledSpec
  private let types: TypeTable
  private let settings: MoveSettings
  private let now: Timestamp
  /// The acts made so far, by profile.
  private var known: [Profile: ActList] = [:]

  private static let mostKnown = 10_000

  init(_ spec: CompiledSpec, _ settings: MoveSettings, now: Timestamp) {
    self.spec = spec
    self.settings = settings
    self.now = now
    types = spec.typesOfEverything
  }

  /// Returns the actions of all declared types, the simplest payloads first.
  func acts(in profile: Profile) -> ActList {
    if let acts = known[profile] { return acts }
    var acts: ContiguousArray<Act> = []
    for type in spec.actionTypes where takes(type) {
      acts += self.acts(of: type, in: profile)
    }
    let list = ActList(acts)
    if known.count >= Self.mostKnown { known = [:] }
    known[profile] = list
    return list
  }

  func acts(of type: ActionType, in profile: Profile) -> [Act] {
    let payload = type.payload
    var rows = settings.samples[type.name] ?? []
    let made = payloads(of: type, in: profile).plain.compactMap { value -> Record? in
      if case .record(let record) = value { record } else { nil }
    }
    rows += made.filter { !rows.contains($0) }
    return rows.compactMap { record in
      guard (try? types.judge(record, payload)) != nil else { return nil }
      return Act(spec.action(of: type, sending: record))
    }
  }

  /// True if the search itself sends actions of a type: those that are chosen, or else all that are
  /// not internal to the spec.
  private func takes(_ type: ActionType) -> Bool {
    settings.only?.contains(type.name) ?? !spec.checked.internalActions.contains(type.id)
  }

  private func payloads(of type: ActionType, in profile: Profile) -> Choices {
    ValueSource(
      types: types, profile: profile, now: now, idle: spec.checked.idleFields,
      literals: settings.literals, hints: settings.hints
    )
    .records(of: type.payload, atMost: Choices.most)
  }

  /// True if every payload of every action is tried in any state. False for a spec with effects:
  /// they have more possible answers than those that are made up.
  var triesEverything: Bool {
    settings.only == nil && spec.checked.effects.isEmpty
      && spec.actionTypes.filter(takes).allSatisfy { payloads(of: $0, in: Profile()).isWhole }
  }

  /// The actions for which no payload could be made.
  var unmakeable: [String] {
    spec.actionTypes.filter { takes($0) && acts(of: $0, in: Profile()).isEmpty }
      .map(\.name)
  }
}

extension CompiledSpec {
  /// Returns an action with a payload, in which only the fields that are generated at each dispatch
  /// are left open.
  func action(of type: ActionType, sending payload: Record) -> SpecAction {
    let named = type.payload.fields.filter { !$0.hasLateDefault }.map(\.name)
    return action(of: type, payload, named: Set(named))
  }
}

/// The choice of the moves that are tried.
package struct MoveSettings: Sendable {
  /// The actions and effects that are tried; nil for all.
  package var only: Set<String>?
  /// The payloads that are tried before all others, by the action's name.
  package var samples: [String: [Record]] = [:]
  /// The answers that are tried before all others, by the effect's name.
  package var answers: [String: [EffectAnswer]] = [:]
  /// Constants that payloads are made from, besides the values that their types suggest.
  package var literals: [Value] = []
  /// The values that the conditions of the spec suggest; nil until they are gathered.
  var hints: FieldHints?

  package init() {}

  /// Takes the payloads and answers of scenarios as those to try first.
  package init(scenarios: [CheckedScenario], of spec: CompiledSpec) {
    hints = FieldHints(spec.checked)
    for scenario in scenarios {
      let (actions, given) = scenario.material
      for action in actions {
        guard action.payload.fields.count > 0,
          !action.type.payload.fields.contains(where: \.hasLateDefault),
          samples[action.name, default: []].count < Self.mostOfScenarios,
          !samples[action.name, default: []].contains(action.payload)
        else { continue }
        samples[action.name, default: []].append(action.payload)
      }
      for (effect, answer) in given where answers[effect, default: []].count < Self.mostOfScenarios
      {
        let known = answers[effect, default: []]
        guard !known.contains(where: { $0.isSame(as: answer) }) else { continue }
        answers[effect, default: []].append(answer)
      }
    }
  }

  private static let mostOfScenarios = 6
}

extension EffectAnswer {
  /// Returns true if both answers have the same content; all failures count as the same.
  func isSame(as other: EffectAnswer) -> Bool {
    switch (self, other) {
    case (.http(let status, let headers, let body), .http(let other, let others, let otherBody)):
      status == other && body == otherBody && headers.elementsEqual(others, by: ==)
    case (.text(let text), .text(let other)): text == other
    case (.result(let value), .result(let other)): value == other
    case (.failure, .failure), (.done, .done): true
    case (.last(let answer), .last(let other)):
      answer == nil && other == nil
        || answer.flatMap { answer in other.map(answer.isSame) } ?? false
    default: false
    }
  }
}

extension Value {
  /// The value, and the numbers beside it if it is an int: conditions change there.
  package var andNeighbours: [Value] {
    guard case .int(let number) = self, number > .min, number < .max else { return [self] }
    return [self, .int(number + 1), .int(number - 1)]
  }
}
