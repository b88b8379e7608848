import CEL
import Suas
import Synchronization

/// What a runtime on a virtual clock is at one moment, besides the store.
package struct RuntimeMoment: Sendable {
  let effects: EffectTable
  package let now: Timestamp
  let random: any RandomNumberGenerator & Sendable
}

/// An effect under way, as far as it plays a part in what can happen next.
package struct EffectUnderWay: Sendable {
  package enum Phase: UInt8, Sendable { case debounced, pending, retrying }

  package let name: String
  package let payload: Record
  package let phase: Phase
  package let isSuperseded: Bool
  package let triesLeft: Int
  /// How long it is until something happens to it by itself, in nanoseconds.
  package let wait: Int64?
  /// Among those that wait for the same moment, the one with the least comes first.
  package let order: Int
}

extension SpecRuntime {
  package var moment: RuntimeMoment {
    RuntimeMoment(
      effects: effects.withLock(\.self), now: host.clock.now, random: random.withLock(\.self))
  }

  /// Goes back, or on, to a moment; what is said to nobody.
  ///
  /// - Parameters:
  ///   - clock: The runtime's clock.
  ///   - store: The store that the runtime's middleware was given to.
  package func go(to moment: RuntimeMoment, _ clock: VirtualClock, on store: Store) {
    var table = moment.effects
    if !table.isEmpty {
      table.move(
        to: EffectTable.Surroundings(
          getState: { [weak store] in store?.state ?? [:] },
          dispatch: { [weak store] in store?.dispatch(action: $0) }))
    }
    effects.withLock { $0 = table }
    random.withLock { $0 = moment.random }
    clock.set(to: moment.now)
    rearm()
  }

  /// How many ids `uuid()` has made of the seed.
  package var madeIdentifiers: Int {
    guard let seed, let random = random.withLock({ $0 as? SplitMix64 }) else { return 0 }
    // Each is made of two numbers.
    return Int(clamping: random.count(since: UInt64(bitPattern: seed)) / 2)
  }

  /// The effects that are under way, the oldest first.
  package var effectsUnderWay: [EffectUnderWay] {
    let now = host.clock.now
    return effects.withLock(\.all).map { entry in
      EffectUnderWay(
        name: entry.effect.name, payload: entry.action.payload,
        phase: entry.phase.underWay, isSuperseded: entry.isSuperseded,
        triesLeft: entry.triesLeft, wait: entry.alarm?.deadline.since(now).nanoseconds,
        order: entry.alarm?.order ?? 0)
    }
  }
}

extension EffectTable.Entry.Phase {
  fileprivate var underWay: EffectUnderWay.Phase {
    switch self {
    case .debounced: .debounced
    case .pending: .pending
    case .retrying: .retrying
    }
  }
}
