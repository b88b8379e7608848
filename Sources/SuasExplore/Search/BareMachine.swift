import CEL
import Suas
import SuasScenario
import SuasSpec

/// A machine for specs in which only reducers act; it runs them without a store.
final class BareMachine: Machine {
  static let statesInPiece = 64

  private let context: SearchContext
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

  init(_ context: SearchContext) throws(ActionError) {
    self.context = context
    let (spec, notes) = context.watched()
    self.notes = notes
    reducers = BareReducers(spec)
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
        return judge(action, isNew: true, isJudged: isJudged) ?? .nothing
      }
      key = key - partKeys[slot] + partKey
    }
    if key == enteredKey { return judge(action, isNew: false, isJudged: isJudged) ?? .nothing }
    let isNew = known?.contains(key) != true
    return judge(action, isNew: isNew, isJudged: isJudged) ?? (isNew ? .new : .known)
  }

  /// Checks what an action did against the transitions and, if the state is new, the invariants.
  /// Returns `nil` if no condition failed.
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
      if isNew { try context.spec.judgeInvariants(store) }
      if isJudged, let enteredStore {
        try context.spec.judgeTransitions(from: enteredStore, to: store, action.pointee)
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
    reducers.endWatching()
  }
}
