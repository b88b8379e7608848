import CEL
import Suas
import SuasScenario
import SuasSpec

/// A spec with middleware, effects or listeners that act: a store of its own, put back again and
/// again, with a clock and effects that are answered.
final class StagedMachine: Machine {
  static let statesInPiece = 8

  private let ground: Ground
  private let rehearsal: Rehearsal
  private let source: ActSource
  private let answers: AnswerSource
  private let buffer: ByteBuffer
  /// Nil where none are made.
  private let identifiers: MadeIdentifiers?
  /// Whether what time it is plays a part, and not only how long something waits.
  private let readsClock: Bool
  let start: Spot
  let notes: OutcomeNotes

  private var entered: Rehearsal.Moment
  private var enteredKey = StateKey(high: 0, low: 0)
  private(set) var key = StateKey(high: 0, low: 0)
  private(set) var violation: ActionError?

  init(_ ground: Ground) throws(ActionError) {
    self.ground = ground
    let (spec, notes) = ground.watched()
    self.notes = notes
    rehearsal = try Rehearsal(spec, from: ground.opening)
    source = ActSource(ground.spec, ground.moves, now: ground.opening.clock)
    identifiers = MadeIdentifiers(on: ground)
    buffer = ByteBuffer(numbering: identifiers)
    answers = AnswerSource(ground.spec, ground.moves, now: ground.opening.clock)
    readsClock = ground.spec.dependsOnClock
    entered = rehearsal.moment
    start = Spot(moment: entered)
  }

  func enter(_ spot: Spot) {
    if let moment = spot.moment { entered = moment }
    rehearsal.go(to: entered)
    key = presentKey() ?? StateKey(high: 0, low: 0)
    enteredKey = key
  }

  func acts() -> ActList {
    identifiers?.begin(made: rehearsal.madeIdentifiers)
    let profile = ground.codec.profile(of: records, besides: ground.plainTexts, identifiers)
    let effects = rehearsal.effectsUnderWay
    var others = answers.acts(for: effects, answerable: rehearsal.answerableEffects)
    if readsClock, effects.isEmpty { others.append(Act(.advance(.second))) }
    return source.acts(in: profile).with(others)
  }

  private var records: [Record] { rehearsal.state.subStates }

  func attempt(_ ordinal: Int, of acts: ActList, _ known: KnownStates?) -> Attempt {
    guard let errors = rehearsal.take(acts[ordinal].move) else { return .nothing }
    violation = errors.first(where: ground.isViolation)
    if violation != nil { return .violation(.unknown) }
    guard let present = presentKey() else { return .nothing }
    key = present
    if key == enteredKey { return .nothing }
    return known?.contains(key) == true ? .known : .new
  }

  // What else a store does costs far more than to note it.
  func endWatchingOnceAllIsSeen() {}

  /// Nil where the state cannot be told from others.
  private func presentKey() -> StateKey? {
    buffer.clear()
    identifiers?.begin(made: rehearsal.madeIdentifiers)
    for (slot, record) in records.enumerated()
    where !ground.codec.write(record, slot: slot, to: buffer) {
      return nil
    }
    let effects = rehearsal.effectsUnderWay
    // Which of those comes first that wait for one moment, not how many came before.
    let orders = effects.map(\.order).sorted()
    for effect in effects {
      buffer.append(text: effect.name)
      let payload = ground.spec.withoutIdleFields(effect.payload)
      guard ground.codec.write(any: .record(payload), to: buffer) else { return nil }
      buffer.append(effect.phase.rawValue)
      buffer.append(effect.isSuperseded ? 1 : 0)
      buffer.append(number: UInt64(effect.triesLeft))
      buffer.append(signed: effect.wait ?? -1)
      buffer.append(number: UInt64(orders.firstIndex(of: effect.order) ?? 0))
    }
    if readsClock {
      buffer.append(signed: rehearsal.now.seconds)
      buffer.append(number: UInt64(rehearsal.now.nanoseconds))
    }
    return StateKey(buffer.bytes())
  }

  func takeBack() {
    rehearsal.go(to: entered)
    key = enteredKey
  }

  func stay() {
    entered = rehearsal.moment
    enteredKey = key
  }

  var store: Record { rehearsal.state }
  var spot: Spot? { Spot(moment: rehearsal.moment) }

  var isTooLarge: Bool {
    rehearsal.effectsUnderWay.count > max(2, ground.largest)
      || records.enumerated().contains {
        ground.codec.largest(in: $0.element, slot: $0.offset) > ground.largest
      }
  }
}
