import CEL
import Suas
import Synchronization

/// Answers that come from outside, at any time.
extension SpecRuntime {
  /// One try of an effect.
  package struct Attempt: Sendable {
    let id: Int
    let number: Int
  }

  /// Takes the answer of what performs an effect; one that comes too late is dropped.
  func receive(_ answer: EffectAnswer, to attempt: Attempt) {
    let now = host.clock.now
    let isAwaited = effects.withLock { effects -> Bool in
      guard let entry = effects[attempt.id], entry.phase == .pending,
        entry.attempt == attempt.number
      else { return false }
      // Too late by the clock, even where nobody has looked at it since.
      if let deadline = entry.alarm?.deadline, deadline <= now { return false }
      if host.onArrival != nil {
        effects.change(attempt.id) { $0.arrived = answer }
        // It has come in time, however late it is asked for.
        effects.wait(attempt.id, until: nil)
      }
      return true
    }
    guard isAwaited else { return }
    if let onArrival = host.onArrival { onArrival() } else { finish(attempt.id, with: answer) }
  }

  /// The present try of the oldest pending effect of a name, or of one of those after it.
  package func attempt(_ name: String, which: Int) -> Attempt? {
    effects.withLock { effects in
      effects.first(name, .pending, skipping: which).map { Attempt(id: $0.id, number: $0.attempt) }
    }
  }

  /// What a pending effect asks of the world; nil where none is pending, or only time passes.
  package func request(of name: String, which: Int) -> EffectRequest? {
    let entry = effects.withLock { $0.first(name, .pending, skipping: which) }
    guard case .request(let request, _)? = entry?.run else { return nil }
    return request
  }

  /// Answers an effect.
  package func settle(_ attempt: Attempt, with answer: EffectAnswer) {
    finish(attempt.id, with: answer)
  }

  /// Gives an effect the answer that has arrived for it; answers whether the try is over.
  package func settle(_ attempt: Attempt) -> Bool {
    let entry = effects.withLock { $0[attempt.id] }
    guard let entry, entry.phase == .pending, entry.attempt == attempt.number else { return true }
    guard let answer = entry.arrived else { return false }
    finish(attempt.id, with: answer)
    return true
  }

  /// Ends all effects that are under way, without an outcome.
  public func cancelEffects() {
    for entry in effects.withLock({ $0.removeAll() }) { entry.task?.cancel() }
  }
}
