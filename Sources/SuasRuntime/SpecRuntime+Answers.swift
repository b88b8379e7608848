import CEL
import Locking
import Suas
import SuasEngine
import SuasProgram

/// Answers that come from outside at any time.
extension SpecRuntime {
  /// One try of an effect.
  package struct Attempt: Sendable {
    package let id: Int
    package let number: Int
  }

  /// The greatest number of answers of a stream that wait to be fetched.
  private static let mostArrived = 10_000

  /// Accepts the answer from an effect's performer; drops an answer that comes too late.
  func receive(_ answer: EffectAnswer, to attempt: Attempt) {
    let now = host.clock.now
    let isAwaited = effects.withLock { effects -> Bool in
      guard let entry = effects[attempt.id], entry.phase == .pending,
        entry.attempt == attempt.number
      else { return false }
      // It is too late by the clock, although the alarm has not been handled yet.
      if let deadline = entry.alarm?.deadline, deadline <= now { return false }
      if host.onArrival != nil {
        effects.change(attempt.id) { entry in
          guard entry.arrived.count < Self.mostArrived else { return }
          let isLast = entry.arrived.count == Self.mostArrived - 1
          entry.arrived.append(isLast ? .failure("too many answers wait") : answer)
        }
        // It has come in time, however late it is fetched.
        effects.wait(attempt.id, until: nil)
      }
      return true
    }
    guard isAwaited else { return }
    if let onArrival = host.onArrival { onArrival() } else { finish(attempt.id, with: answer) }
  }

  /// The current attempt of a pending effect with a name: the one at index `which`, from the oldest
  /// on.
  package func attempt(_ name: String, which: Int) -> Attempt? {
    effects.withLock { effects in
      effects.first(name, .pending, skipping: which).map { Attempt(id: $0.id, number: $0.attempt) }
    }
  }

  /// The request of a pending effect; nil if none is pending, or if it waits for the clock.
  package func request(of name: String, which: Int) -> EffectRequest? {
    let entry = effects.withLock { $0.first(name, .pending, skipping: which) }
    guard case .request(let request, _, _)? = entry?.run else { return nil }
    return request
  }

  /// Answers an effect.
  package func settle(_ attempt: Attempt, with answer: EffectAnswer) {
    finish(attempt.id, with: answer)
  }

  /// Gives an effect the answer that has arrived for it; returns true if the try is over.
  package func settle(_ attempt: Attempt) -> Bool {
    let entry = effects.withLock { $0[attempt.id] }
    guard let entry, entry.phase == .pending, entry.attempt == attempt.number else { return true }
    var next: EffectAnswer?
    effects.withLock { effects in
      _ = effects.change(attempt.id) { entry in
        if !entry.arrived.isEmpty { next = entry.arrived.removeFirst() }
      }
    }
    guard let next else { return false }
    finish(attempt.id, with: next)
    return true
  }

  /// Ends all effects under way, without an outcome.
  public func cancelEffects() {
    let all = effects.withLock { $0.removeAll() }.sorted { $0.id < $1.id }
    guard !all.isEmpty else { return activity.setBusy(false) }
    untilRest {
      for entry in all { noting(.cancel, of: entry) { entry.task?.cancel() } }
    }
    activity.setBusy(false)
  }
}
