import CEL
import Suas
import SuasScenario
import SuasSpec

/// A spec of which nothing but its reducers plays a part: they run without a store.
final class BareMachine: Machine {
  static let statesInPiece = 64

  private let ground: Ground
  private let reducers: BareReducers
  private let source: ActSource
  private let buffer = ByteBuffer()
  private let slots: Range<Int>
  let start: Spot
  let notes: OutcomeNotes
  private var isWatching = true

  /// The key of the state that was entered, and those of its parts.
  @exclusivity(unchecked) private var enteredKey = StateKey(high: 0, low: 0)
  @exclusivity(unchecked) private var partKeys: ContiguousArray<StateKey>
  @exclusivity(unchecked) private(set) var key = StateKey(high: 0, low: 0)
  /// The store that was entered, where transitions look back at it.
  @exclusivity(unchecked) private var enteredStore: Record?
  /// How large the largest list is in what the last action changed.
  @exclusivity(unchecked) private var largest = 0
  /// Whether refusals are violations, by their kinds.
  @exclusivity(unchecked) private var verdicts: [Bool] = []
  /// What was made of the last action that the reducers did not refuse.
  @exclusivity(unchecked) private var judgement: ActionError?

  init(_ ground: Ground) throws(ActionError) {
    self.ground = ground
    let (spec, notes) = ground.watched()
    self.notes = notes
    reducers = BareReducers(spec)
    slots = ground.spec.store.reducers.indices
    source = ActSource(ground.spec, ground.moves, now: ground.opening.clock)
    partKeys = ContiguousArray(slots.map { _ in StateKey(high: 0, low: 0) })
    // What is done first may have met what only a store does, such as errors that were expected.
    let rehearsal = try Rehearsal(ground.spec, from: ground.opening)
    buffer.clear()
    for (slot, record) in rehearsal.state.subStates.enumerated() {
      guard ground.codec.write(record, slot: slot, to: buffer) else {
        throw ActionError(
          code: "invalid-argument", message: "the state holds values that cannot be kept")
      }
    }
    start = Spot(bytes: Array(buffer.bytes()))
  }

  func enter(_ spot: Spot) {
    reducers.enter(ground.codec.read(spot.bytes))
    noteEntered()
  }

  private func noteEntered() {
    enteredStore = nil
    enteredKey = StateKey(high: 0, low: 0)
    for slot in slots {
      partKeys[slot] = partKey(slot) ?? StateKey(high: 0, low: 0)
      enteredKey = enteredKey + partKeys[slot]
    }
    key = enteredKey
  }

  /// The key of a sub-state; nil where it holds what cannot be kept.
  private func partKey(_ slot: Int) -> StateKey? {
    var fingerprint = Fingerprint(
      salt: UInt64(slot + 1), namesShapes: ground.codec.holdsAnything)
    guard fingerprint.add(reducers.place(slot)) else { return nil }
    largest = max(largest, fingerprint.largest)
    return StateKey(fingerprint)
  }

  func acts() -> ActList {
    source.acts(
      in: ground.codec.profile(of: slots.map { reducers[$0] }, besides: ground.plainTexts))
  }

  func attempt(_ ordinal: Int, of acts: ActList, _ known: KnownStates?) -> Attempt {
    let id = acts.id(ordinal)
    let isJudged = reducers.isJudged(id: id)
    if isJudged, enteredStore == nil { enteredStore = reducers.store }
    let action = acts.action(ordinal)
    switch reducers.attempt(action, id: id) {
    case .unhandled: return .nothing
    case .refused(let kind): return verdict(on: kind)
    case .handled: break
    }
    largest = 0
    for slot in reducers.handled {
      guard let partKey = partKey(slot) else {
        return judge(action, isNew: true, isJudged: isJudged) ?? .nothing
      }
      key = key - partKeys[slot] + partKey
    }
    if key == enteredKey { return judge(action, isNew: false, isJudged: isJudged) ?? .nothing }
    let isNew = known?.contains(key) != true
    return judge(action, isNew: isNew, isJudged: isJudged) ?? (isNew ? .new : .known)
  }

  /// What makes a violation of what an action did, or nothing of it: invariants, of states that are
  /// new, and transitions.
  @inline(__always)
  private func judge(
    _ action: UnsafePointer<SpecAction>, isNew: Bool, isJudged: Bool
  ) -> Attempt? {
    guard isJudged || isNew && !ground.spec.checked.invariants.isEmpty else { return nil }
    return judgeStore(action, isNew: isNew, isJudged: isJudged)
  }

  @inline(never)
  private func judgeStore(
    _ action: UnsafePointer<SpecAction>, isNew: Bool, isJudged: Bool
  ) -> Attempt? {
    do throws(ActionError) {
      let store = reducers.store
      if isNew { try ground.spec.judgeInvariants(store) }
      if isJudged, let enteredStore {
        try ground.spec.judgeTransitions(from: enteredStore, to: store, action.pointee)
      }
      return nil
    } catch {
      judgement = error
      return ground.isViolation(error) ? .violation(.unknown) : .nothing
    }
  }

  private func verdict(on kind: BareReducers.RefusalKind) -> Attempt {
    if judgement != nil { judgement = nil }
    if kind == .unknown {
      return ground.isViolation(reducers.lastRefusal) ? .violation(kind) : .nothing
    }
    // Kinds are numbered as they come.
    if kind.number == verdicts.count { verdicts.append(ground.isViolation(reducers.lastRefusal)) }
    return verdicts[kind.number] ? .violation(kind) : .nothing
  }

  var violation: ActionError? { judgement ?? reducers.lastRefusal }

  func takeBack() {
    reducers.takeBack()
    key = enteredKey
  }

  func stay() {
    reducers.keep()
    noteEntered()
  }

  var store: Record { reducers.store }

  var spot: Spot? {
    buffer.clear()
    for slot in slots where !ground.codec.write(reducers[slot], slot: slot, to: buffer) {
      return nil
    }
    return Spot(bytes: Array(buffer.bytes()))
  }

  // What no action changed was not too large before.
  var isTooLarge: Bool { largest > ground.largest }

  func endWatchingOnceAllIsSeen() {
    guard isWatching, ground.outcomes.subtracting(notes.all).isEmpty else {
      return
    }
    isWatching = false
    reducers.endWatching()
  }
}
