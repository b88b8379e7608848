import CEL
import Suas
import SuasScenario
import SuasSpec

/// A machine for specs in which only reducers act; it runs them without a store.
final class BareMachine: Machine {
  static let statesInPiece = 64

  private let context: SearchContext
  /// The spec, observed as long as outcomes are noted.
  private var spec: CompiledSpec
  private let reducers: BareReducers
  private let source: ActSource
  private let buffer = ByteBuffer()
  private let slots: Range<Int>
  let start: Spot
  let notes: OutcomeNotes
  private var isWatching = true

  /// The key of the state that was entered, and the keys of its sub-states.
  @exclusivity(unchecked) private var enteredKey = StateKey(high: 0, low: 0)
  @exclusivity(unchecked) private var partKeys: ContiguousArray<StateKey>
  @exclusivity(unchecked) private(set) var key = StateKey(high: 0, low: 0)
  /// The store that was entered, if transitions need it.
  @exclusivity(unchecked) private var enteredStore: Record?
  /// The size of the largest list, map or text in the sub-states that the last action changed.
  @exclusivity(unchecked) private var largest = 0
  /// For each kind of refusal, true if such refusals are violations.
  @exclusivity(unchecked) private var verdicts: [Bool] = []
  /// The error of the last condition that failed; `nil` after a refusal by the reducers.
  @exclusivity(unchecked) private var judgement: ActionError?
  /// The listeners that have not been notified yet.
  @exclusivity(unchecked) private var untold: [PlainListener]
  /// True if invariants are checked on states that have been seen, too.
  private let judgesKnownStates: Bool

  init(_ context: SearchContext) throws(ActionError) {
    self.context = context
    let (spec, notes) = context.watched()
    self.spec = spec
    self.notes = notes
    reducers = BareReducers(spec)
    untold = context.spec.checked.listeners.compactMap(PlainListener.init)
    // Conditions may read a whole history, and a key has only a part of it.
    judgesKnownStates = context.codec.isHistory.contains(true)
    slots = context.spec.store.reducers.indices
    source = ActSource(context.spec, context.moves, now: context.opening.clock)
    partKeys = ContiguousArray(slots.map { _ in StateKey(high: 0, low: 0) })
    // The opening may contain steps that only a store can run, such as those with expected errors.
    let sandbox = try Sandbox(context.spec, from: context.opening)
    buffer.clear()
    for (slot, record) in sandbox.state.subStates.enumerated() {
      guard context.codec.write(record, slot: slot, to: buffer) else {
        throw ActionError(
          code: "invalid-argument", message: "the state holds values that cannot be kept")
      }
    }
    start = Spot(bytes: buffer.bytes)
  }

  func enter(_ spot: Spot) {
    reducers.enter(context.codec.read(spot.bytes))
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

  /// Returns the key of a sub-state; `nil` if it holds a value that has no fingerprint.
  private func partKey(_ slot: Int) -> StateKey? {
    var fingerprint = Fingerprint(
      salt: UInt64(slot + 1), namesShapes: context.codec.holdsAnything)
    if context.codec.isHistory[slot] {
      let identity = context.codec.identity(of: reducers[slot], slot: slot)
      return withBorrow(of: identity) { fingerprint.add($0) } ? StateKey(fingerprint) : nil
    }
    guard fingerprint.add(reducers.place(slot)) else { return nil }
    largest = max(largest, fingerprint.largest)
    return StateKey(fingerprint)
  }

  func acts() -> ActList {
    source.acts(
      in: context.codec.profile(of: slots.map { reducers[$0] }, besides: context.plainTexts))
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
        return judge(action, isNew: true, isJudged: isJudged) ?? .unkept
      }
      key = key - partKeys[slot] + partKey
    }
    let isNew = key != enteredKey && known?.contains(key) != true
    if let verdict = judge(action, isNew: isNew || judgesKnownStates, isJudged: isJudged) {
      // A refused action changes nothing.
      key = enteredKey
      return verdict
    }
    if !untold.isEmpty { noteListeners() }
    return key == enteredKey ? .nothing : isNew ? .new : .known
  }

  /// Notes the listeners that would be notified of the last action.
  @inline(never)
  private func noteListeners() {
    untold.removeAll { listener in
      for slot in reducers.handled where listener.slot == nil || listener.slot == slot {
        guard !listener.needsChange || partKey(slot) != partKeys[slot] else { continue }
        notes.note(listener.outcome)
        return true
      }
      return false
    }
  }

  /// Checks the changes of an action against the transitions and, if the state may be new, the
  /// invariants. Returns `nil` if no condition failed.
  @inline(__always)
  private func judge(
    _ action: Borrow<SpecAction>, isNew: Bool, isJudged: Bool
  ) -> Attempt? {
    guard isJudged || isNew && !context.spec.checked.invariants.isEmpty else { return nil }
    return judgeStore(action, isNew: isNew, isJudged: isJudged)
  }

  @inline(never)
  private func judgeStore(
    _ action: Borrow<SpecAction>, isNew: Bool, isJudged: Bool
  ) -> Attempt? {
    do throws(ActionError) {
      let store = reducers.store
      if isNew { try spec.judgeInvariants(store) }
      if isJudged, let enteredStore {
        try spec.judgeTransitions(from: enteredStore, to: store, action.pointee)
      }
      return nil
    } catch {
      judgement = error
      return context.isViolation(error) ? .violation(.unknown) : .nothing
    }
  }

  private func verdict(on kind: BareReducers.RefusalKind) -> Attempt {
    if judgement != nil { judgement = nil }
    if kind == .unknown {
      return context.isViolation(reducers.lastRefusal) ? .violation(kind) : .nothing
    }
    // Kinds are numbered in the order of their first occurrence.
    if kind.number == verdicts.count { verdicts.append(context.isViolation(reducers.lastRefusal)) }
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
  /// A bare spec has no effects.
  var pending: Record { context.spec.checked.pending.none }

  var spot: Spot? {
    buffer.clear()
    for slot in slots where !context.codec.write(reducers[slot], slot: slot, to: buffer) {
      return nil
    }
    return Spot(bytes: buffer.bytes)
  }

  // Sub-states that the last action did not change were not too large before.
  var isTooLarge: Bool { largest > context.largest }

  func endWatchingOnceAllIsSeen() {
    guard isWatching, context.outcomes.subtracting(notes.all).isEmpty else {
      return
    }
    isWatching = false
    spec = context.spec
    reducers.endWatching()
  }
}

/// A listener that computes nothing, and whose only outcome is its notification.
private struct PlainListener {
  let outcome: Int
  /// The sub-state that it listens to; nil for all of them.
  let slot: Int?
  /// True if it is notified only of values that differ from those before.
  let needsChange: Bool

  init?(_ listener: CheckedListener) {
    switch listener.subject {
    case .store: slot = nil
    case .stateKey(let index): slot = index
    case .selector: return nil
    }
    switch listener.filter {
    case .always: needsChange = false
    case .changed: needsChange = true
    case .expression: return nil
    }
    outcome = listener.point
  }
}
