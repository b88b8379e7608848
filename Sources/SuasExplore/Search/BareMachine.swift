import CEL
import Suas
import SuasScenario
import SuasSpec

/// A spec of which nothing but its reducers plays a part: they run without a store.
final class BareMachine: Machine {
  private let ground: Ground
  private let reducers: BareReducers
  private let source: ActSource
  private let buffer = ByteBuffer()
  private let slots: Range<Int>
  let start: Spot
  let recorder: CoverageRecorder

  /// The state that was entered.
  private var before: [Record] = []
  private var beforeKey = StateKey(high: 0, low: 0)
  private var partKeys: [StateKey]
  /// The state as it is now.
  private(set) var key = StateKey(high: 0, low: 0)
  /// The store that was entered, where transitions look back at it.
  private var storeBefore: Record?

  init(_ ground: Ground) throws(ActionError) {
    self.ground = ground
    let (spec, recorder) = ground.watched()
    self.recorder = recorder
    reducers = BareReducers(spec)
    slots = ground.spec.store.reducers.indices
    source = ActSource(ground.spec, ground.moves, now: ground.opening.clock)
    partKeys = slots.map { _ in StateKey(high: 0, low: 0) }
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
    enter(ground.codec.read(spot.bytes))
  }

  private func enter(_ records: [Record]) {
    before = records
    reducers.enter(records)
    storeBefore = nil
    beforeKey = StateKey(high: 0, low: 0)
    for slot in slots {
      partKeys[slot] = partKey(slot) ?? StateKey(high: 0, low: 0)
      beforeKey = beforeKey + partKeys[slot]
    }
    key = beforeKey
  }

  private func partKey(_ slot: Int) -> StateKey? {
    buffer.clear()
    guard ground.codec.write(reducers[slot], slot: slot, to: buffer) else { return nil }
    return StateKey(buffer.bytes(), salt: UInt64(slot + 1))
  }

  func acts() -> [Act] {
    let profile = ground.codec.profile(of: before, besides: ground.plainTexts)
    // Nothing else may hold the sub-states, so that they are changed in place.
    before = []
    return source.acts(in: profile)
  }

  func attempt(_ act: Act, isKnown: (StateKey) -> Bool) -> Attempt {
    guard let action = act.action else { return .nothing }
    do throws(ActionError) {
      if storeBefore == nil, reducers.isJudged(id: act.id) { storeBefore = reducers.store }
      try reducers.run(action, id: act.id)
      if reducers.handled.isEmpty { return .nothing }
      for slot in reducers.handled {
        guard let partKey = partKey(slot) else {
          try judge(action)
          return .nothing
        }
        key = key - partKeys[slot] + partKey
      }
      if key == beforeKey || isKnown(key) {
        try judgeTransitions(action)
        return key == beforeKey ? .nothing : .known(key)
      }
      try judge(action)
      return .new(key)
    } catch {
      return ground.isViolation(error) ? .violation(error) : .nothing
    }
  }

  private func judge(_ action: SpecAction) throws(ActionError) {
    if !ground.spec.checked.invariants.isEmpty { try ground.spec.judgeInvariants(store) }
    try judgeTransitions(action)
  }

  private func judgeTransitions(_ action: SpecAction) throws(ActionError) {
    guard let storeBefore, reducers.isJudged(id: action.type.id) else { return }
    try ground.spec.judgeTransitions(from: storeBefore, to: store, action)
  }

  func takeBack() {
    reducers.takeBack()
    key = beforeKey
  }

  func stay() {
    reducers.keep()
    enter(slots.map { reducers[$0] })
  }

  var store: Record { reducers.store }

  var spot: Spot {
    buffer.clear()
    for slot in slots { _ = ground.codec.write(reducers[slot], slot: slot, to: buffer) }
    return Spot(bytes: Array(buffer.bytes()))
  }

  var isTooLarge: Bool {
    slots.contains { ground.codec.largest(in: reducers[$0], slot: $0) > ground.largest }
  }
}
