import CEL
import Suas
import SuasScenario
import SuasSpec

/// A machine for specs with middleware, effects or listeners that act: it has a store of its own,
/// which it restores again and again, with a clock and effects that it answers.
final class StagedMachine: Machine {
  static let statesInPiece = 8

  private let context: SearchContext
  private let sandbox: Sandbox
  private let source: ActSource
  private let answers: AnswerSource
  private let buffer: ByteBuffer
  /// `nil` if the spec generates no ids.
  private let identifiers: MadeIdentifiers?
  /// True if the current time matters, and not only how long effects wait.
  private let readsClock: Bool
  let start: Spot
  let notes: OutcomeNotes

  private var entered: Sandbox.Snapshot
  private var enteredKey = StateKey(high: 0, low: 0)
  private(set) var key = StateKey(high: 0, low: 0)
  private(set) var violation: ActionError?

  init(_ context: SearchContext) throws(ActionError) {
    self.context = context
    let (spec, notes) = context.watched()
    self.notes = notes
    sandbox = try Sandbox(spec, from: context.opening)
    source = ActSource(context.spec, context.moves, now: context.opening.clock)
    identifiers = MadeIdentifiers(of: context.spec, seed: context.opening.seed)
    buffer = ByteBuffer(numbering: identifiers)
    answers = AnswerSource(context.spec, context.moves, now: context.opening.clock)
    readsClock = context.spec.dependsOnClock
    entered = sandbox.snapshot
    start = Spot(snapshot: entered)
  }

  func enter(_ spot: Spot) {
    if let snapshot = spot.snapshot { entered = snapshot }
    sandbox.go(to: entered)
    key = presentKey() ?? StateKey(high: 0, low: 0)
    enteredKey = key
  }

  func acts() -> ActList {
    identifiers?.begin(made: sandbox.madeIdentifiers)
    let profile = context.codec.profile(of: records, besides: context.plainTexts, identifiers)
    let effects = sandbox.effectsUnderWay
    var others = answers.acts(for: effects, answerable: sandbox.answerableEffects)
    if readsClock, effects.isEmpty { others.append(Act(.advance(.second))) }
    return source.acts(in: profile).with(others)
  }

  private var records: [Record] { sandbox.state.subStates }

  func attempt(_ ordinal: Int, of acts: ActList, _ known: KnownStates?) -> Attempt {
    guard let errors = sandbox.take(acts[ordinal].move) else { return .nothing }
    violation = errors.first(where: context.isViolation)
    if violation != nil { return .violation(.unknown) }
    guard let present = presentKey() else { return .nothing }
    key = present
    if key == enteredKey { return .nothing }
    return known?.contains(key) == true ? .known : .new
  }

  // Noting outcomes costs little compared with the other work of a store.
  func endWatchingOnceAllIsSeen() {}

  /// Returns the key of the current state; `nil` if it holds values that cannot be encoded.
  private func presentKey() -> StateKey? {
    buffer.clear()
    identifiers?.begin(made: sandbox.madeIdentifiers)
    for (slot, record) in records.enumerated()
    where !context.codec.write(
      context.codec.identity(of: record, slot: slot), slot: slot, to: buffer)
    {
      return nil
    }
    let effects = sandbox.effectsUnderWay
    // The key holds only the relative order of the effects, not how many there were before them.
    let orders = effects.map(\.order).sorted()
    for effect in effects {
      buffer.append(text: effect.name)
      let payload = context.spec.withoutIdleFields(effect.payload)
      guard context.codec.write(any: .record(payload), to: buffer) else { return nil }
      buffer.append(effect.phase.rawValue)
      buffer.append(effect.isSuperseded ? 1 : 0)
      buffer.append(number: UInt64(effect.triesLeft))
      buffer.append(signed: effect.wait ?? -1)
      if let interval = effect.interval { buffer.append(signed: interval) }
      buffer.append(number: UInt64(orders.firstIndex(of: effect.order) ?? 0))
    }
    if readsClock {
      buffer.append(signed: sandbox.now.seconds)
      buffer.append(number: UInt64(sandbox.now.nanoseconds))
    }
    return StateKey(buffer.bytes)
  }

  func takeBack() {
    sandbox.go(to: entered)
    key = enteredKey
  }

  func stay() {
    entered = sandbox.snapshot
    enteredKey = key
  }

  var store: Record { sandbox.state }
  var spot: Spot? { Spot(snapshot: sandbox.snapshot) }

  var isTooLarge: Bool {
    sandbox.effectsUnderWay.count > max(2, context.largest)
      || records.enumerated().contains {
        context.codec.largest(in: $0.element, slot: $0.offset) > context.largest
      }
  }
}
