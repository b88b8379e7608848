import CEL
import Locking
import Suas
import SuasEngine
import SuasProgram

/// An effect under way, as far as a replay needs it.
package struct EffectUnderWay: Sendable {
  package let name: String
  package let origin: EffectOrigin
  package let payload: Record
  package let phase: PendingEffect.Phase
  package let isSuperseded: Bool
  package let triesLeft: Int

  package init(
    name: String, origin: EffectOrigin, payload: Record, phase: PendingEffect.Phase,
    isSuperseded: Bool, triesLeft: Int
  ) {
    self.name = name
    self.origin = origin
    self.payload = payload
    self.phase = phase
    self.isSuperseded = isSuperseded
    self.triesLeft = triesLeft
  }
}

extension SpecRuntime {
  /// The effects under way that have an origin, oldest first.
  package var effectsWithOrigins: [EffectUnderWay] {
    effects.withLock(\.all).compactMap { entry in
      entry.origin.map { origin in
        EffectUnderWay(
          name: entry.effect.name, origin: origin, payload: entry.action.payload,
          phase: entry.phase.underWay, isSuperseded: entry.isSuperseded,
          triesLeft: entry.triesLeft)
      }
    }
  }

  /// Numbers the effects under way as if an action each had started them, from 1 on.
  ///
  /// - Returns: their number.
  package func renumberEffects() -> Int { effects.withLock { $0.renumber() } }

  /// Puts effects under way that another runtime had.
  ///
  /// - Throws: an error if the spec has no such effect.
  package func restore(
    _ restored: [EffectUnderWay], on store: Store
  ) throws(ActionError) {
    cancelEffects()
    let access = EffectTable.StoreAccess(
      getState: { [weak store] in store?.state ?? [:] },
      dispatch: { [weak store] in store?.dispatch(action: $0) })
    for old in restored {
      guard let type = spec.actionType(old.name),
        let effect = spec.effect(of: spec.action(of: type, old.payload, named: []))
      else {
        throw ActionError(
          code: "invalid-payload", message: "the spec declares no effect '\(old.name)'")
      }
      let names = Set(type.payload.fields.map(\.name))
      let action = spec.action(of: type, old.payload, named: names)
      do throws(EvaluationError) {
        try restore(old, effect, action, access)
      } catch {
        throw ActionError(error, at: effect.place)
      }
    }
  }

  private func restore(
    _ old: EffectUnderWay, _ effect: PlannedEffect, _ action: SpecAction,
    _ access: EffectTable.StoreAccess
  ) throws(EvaluationError) {
    var keyFrame = frame([.record(action.payload)])
    var entry = Entry(
      effect: effect, action: action, key: try effect.key?.evaluate(&keyFrame), origin: old.origin,
      access: access, phase: EffectTable.Entry.Phase(old.phase))
    if old.phase != .debounced {
      var frame = frame(store: access.getState(), action, and: nil)
      entry.run = try effect.start(&frame)
      if let retry = effect.retry { entry.retryDelay = try retry.delay.evaluateDuration(&frame) }
    }
    entry.triesLeft = old.triesLeft
    entry.isSuperseded = old.isSuperseded
    effects.withLock { effects in
      // Only a replay restores effects, where no alarm goes off by itself.
      effects.wait(effects.add(entry), until: host.clock.now)
    }
  }
}

extension EffectTable.Entry.Phase {
  fileprivate init(_ phase: PendingEffect.Phase) {
    self =
      switch phase {
      case .debounced: .debounced
      case .pending: .pending
      case .retrying: .retrying
      }
  }
}
