import CEL
import Suas
import SuasSpec

/// A spec at work on a store of its own, on which steps are performed one after the other.
struct Stage {
  let spec: CompiledSpec
  let store: Store
  let runtime: SpecRuntime
  let clock: any ScenarioClock
  let happenings: Happenings
  /// The declared listeners, by their places.
  private let listeners: [AddedListener]
  /// How effects are performed; nil where steps answer them.
  let live: LiveSettings?
  private let isInterrupted: @Sendable () -> Bool

  /// - Parameters:
  ///   - clock: When the virtual clock starts.
  ///   - initial: The sub-states that the store begins with, in the order of the reducers.
  ///   - keepsLog: Whether everything that happens is kept, not just the present step.
  ///   - live: How effects are performed, on the real clock; nil where steps answer them.
  ///   - isInterrupted: Whether a step that dispatches again and again is to end.
  init(
    _ spec: CompiledSpec, clock start: Timestamp, seed: Int64, initial: [Record],
    keepsLog: Bool = false, live: LiveSettings? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.spec = spec
    self.live = live
    self.isInterrupted = isInterrupted
    let happenings = Happenings(keepsLog: keepsLog)
    var host = SpecHost(makeLogger: { nil }, seed: seed)
    if let live {
      let clock = RealClock()
      host.perform = { request in
        let answer = await live.perform(request)
        if case .failure(let message) = answer { happenings.noteUnanswered(message) }
        return answer
      }
      host.onArrival = { clock.noteArrival() }
      self.clock = clock
    } else {
      clock = VirtualClock(startingAt: start)
    }
    host.clock = clock
    runtime = SpecRuntime(spec, host: host)
    let shape = spec.store
    let state = zip(shape.stateKeys, initial).map { ($0, $1 as Any) }
    store = Suas.createStore(
      reducer: spec.reducer,
      state: Dictionary(state, uniquingKeysWith: { first, _ in first }),
      middleware: runtime.middleware)
    store.observe { [weak store] reduction in
      guard let store else { return }
      happenings.note(reduction, store: shape.record(of: store.state))
      if let error = reduction.error { spec.probe?.trace?.note(.refused(error)) }
    }
    store.addErrorListener { happenings.noteError($0) }
    runtime.observe(
      SpecRuntime.Observer(
        notified: { happenings.noteTelling($0, $1) }, failed: { happenings.noteError($0) },
        effectFailed: { happenings.note($0) }, mayGoOn: { happenings.mayGoOn() }))
    listeners = runtime.addListeners(to: store)
    self.happenings = happenings
  }

  /// The whole store as it is now.
  var state: Record { spec.store.record(of: store.state) }

  /// The effects that are pending, oldest first, with their payloads.
  var pendingEffects: [(name: String, value: Value)] {
    runtime.pendingEffects.map { ($0.name, .record($0.value)) }
  }

  /// Does what a step says; a golden and a note do nothing to the store.
  ///
  /// - Returns: why it could not be done; nil where it was.
  func perform(_ act: CheckedStep.Act) -> String? {
    switch act {
    case .dispatch(let action, let times):
      for _ in 0..<times {
        guard happenings.firstError == nil, !isInterrupted() else { break }
        happenings.beginDispatch()
        store.dispatch(action: runtime.completed(action))
      }
    case .reset:
      happenings.note {
        store.reset()
        return state
      }
    case .respond(let effect, let which, let answer):
      return respond(effect, which, answer)
    case .cancel(let effect):
      guard runtime.cancel(effect) else {
        return "no effect '\(effect)' is under way that could be cancelled"
      }
    case .advance(let duration):
      if let limit = live?.limit, duration > limit {
        return "no step waits longer than \(limit) in a live run"
      }
      let now = clock.now
      if now.advanced(clampedBy: duration).since(now) < duration {
        return "the clock cannot go beyond 9999-12-31T23:59:59.999999999Z"
      }
      guard !clock.advance(by: duration) else { break }
      happenings.noteError(
        ActionError(
          code: "cost-exceeded",
          message: "more than \(VirtualClock.limit) things happen while the time passes",
          place: nil))
    case .listen(let listener): listeners[listener].add()
    case .unlisten(let listener): listeners[listener].remove()
    case .golden, .note: break
    }
    return nil
  }

  /// Ends what is under way.
  func end() { runtime.cancelEffects() }

  /// Answers an effect, or waits for its answer in a live run.
  private func respond(_ effect: String, _ which: Int, _ answer: EffectAnswer) -> String? {
    guard let attempt = runtime.attempt(effect, which: which) else {
      let count = runtime.pendingCount(of: effect)
      return count == 0
        ? "no effect '\(effect)' is pending that could be answered"
        : "no effect '\(effect)' of this number is pending: there are \(count), counted from 0"
    }
    guard let live else {
      runtime.settle(attempt, with: answer)
      return nil
    }
    let hasCome = clock.wait(atMost: live.limit) { runtime.settle(attempt) }
    return hasCome ? nil : "no answer to '\(effect)' came within \(live.limit)"
  }
}
