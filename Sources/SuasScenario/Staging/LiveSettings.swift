public import CEL
import Dispatch
import Locking
public import SuasSpec

/// The settings of runs whose effects are performed for real.
public struct LiveSettings: Sendable {
  let perform: EffectPerformer
  /// The maximum time that a step waits.
  let limit: CEL.Duration

  public init(limit: CEL.Duration, perform: @escaping EffectPerformer) {
    self.limit = limit
    self.perform = perform
  }

  /// Performs a request, and waits for its answer; nil if none comes in time.
  func answer(to request: EffectRequest) -> EffectAnswer? {
    let arrived = AnswerBox()
    let task = Task { [perform] in arrived.take(await perform(request)) }
    defer { task.cancel() }
    return arrived.wait(atMost: limit)
  }
}

/// An answer that is passed from one thread to another.
private final class AnswerBox: Sendable {
  private let answer = Mutex<EffectAnswer?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  func take(_ answer: EffectAnswer) {
    self.answer.withLock { $0 = answer }
    semaphore.signal()
  }

  func wait(atMost limit: CEL.Duration) -> EffectAnswer? {
    let limit = DispatchTimeInterval.nanoseconds(Int(limit.nanoseconds))
    guard semaphore.wait(timeout: .now() + limit) == .success else { return nil }
    return answer.withLock(\.self)
  }
}
