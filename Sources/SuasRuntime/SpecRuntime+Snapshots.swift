import CEL
import Locking
import Suas
import SuasEngine
import SuasProgram

/// A snapshot of a runtime on a virtual clock, apart from the store.
package struct RuntimeSnapshot: Sendable {
  let effects: EffectTable
  package let now: Timestamp
  let random: any RandomNumberGenerator & Sendable
}

/// An effect in progress, as far as it matters for the next steps.
package struct PendingEffect: Sendable {
  package enum Phase: UInt8, Sendable { case debounced, pending, retrying }

  package let name: String
  package let payload: Record
  package let phase: Phase
  package let isSuperseded: Bool
  package let triesLeft: Int
  /// The interval of an `every`, in nanoseconds; nil for any other effect.
  package let interval: Int64?
  /// The time until its timer fires, in nanoseconds; nil if it has none.
  package let wait: Int64?
  /// The order of effects whose timers fire at the same time, the least first.
  package let order: Int
}

extension SpecRuntime {
  package var snapshot: RuntimeSnapshot { snapshot(at: host.clock.now) }

  /// Returns a snapshot of the present moment.
  ///
  /// - Parameter now: The time on the clock.
  package func snapshot(at now: Timestamp) -> RuntimeSnapshot {
    RuntimeSnapshot(
      effects: effects.withLock(\.self), now: now, random: random.withLock(\.self))
  }

  /// Restores a snapshot, an earlier or a later one, without notifying anybody.
  ///
  /// - Parameters:
  ///   - clock: The runtime's clock.
  ///   - store: The store that the runtime's middleware was given to.
  package func go(to snapshot: RuntimeSnapshot, _ clock: VirtualClock, on store: Store) {
    put(snapshot.effects, on: store)
    random.withLock { $0 = snapshot.random }
    clock.set(to: snapshot.now)
    rearm()
  }

  /// Takes over the effects of another runtime of the same spec.
  package func takeOver(_ other: SpecRuntime, on store: Store) {
    put(other.effects.withLock(\.self), on: store)
  }

  private func put(_ table: EffectTable, on store: Store) {
    var table = table
    if !table.isEmpty {
      table.move(
        to: EffectTable.StoreAccess(
          getState: { [weak store] in store?.state ?? [:] },
          dispatch: { [weak store] in store?.dispatch(action: $0) }))
    }
    effects.withLock { $0 = table }
  }

  /// The number of ids that `uuid()` has made from the seed.
  package var madeIdentifiers: Int {
    guard let seed, let random = random.withLock({ $0 as? SplitMix64 }) else { return 0 }
    // Each id takes two numbers.
    return Int(clamping: random.count(since: UInt64(bitPattern: seed)) / 2)
  }

  /// The effects in progress, the oldest first.
  package var effectsUnderWay: [PendingEffect] {
    effects.withLock(\.self).underWay(at: host.clock.now)
  }
}

extension RuntimeSnapshot {
  /// The effects in progress, the oldest first.
  package var effectsUnderWay: [PendingEffect] { effects.underWay(at: now) }

  /// The requests of these effects, in the same order; nil for those that have not begun.
  package var runsUnderWay: [EvaluatedRun?] { effects.all.map(\.run) }
}

extension EffectTable {
  fileprivate func underWay(at now: Timestamp) -> [PendingEffect] {
    all.map { entry in
      PendingEffect(
        name: entry.effect.name, payload: entry.action.payload,
        phase: entry.phase.underWay, isSuperseded: entry.isSuperseded,
        triesLeft: entry.triesLeft, interval: entry.interval,
        wait: entry.alarm?.deadline.duration(since: now).nanoseconds,
        order: entry.alarm?.order ?? 0)
    }
  }
}

extension EffectTable.Entry.Phase {
  var underWay: PendingEffect.Phase {
    switch self {
    case .debounced: .debounced
    case .pending: .pending
    case .retrying: .retrying
    }
  }
}

extension EffectTable.Entry {
  fileprivate var interval: Int64? {
    if case .every(let interval)? = run { interval.nanoseconds } else { nil }
  }
}
