import CEL
import Suas
import SuasLog
import SuasSpec

/// A spec that runs on a store of its own, where steps are performed one after the other.
struct Stage {
  let spec: CompiledSpec
  let store: Store
  let runtime: SpecRuntime
  let clock: any ScenarioClock
  let eventLog: EventLog
  /// The recorder of the session; it records nothing if nobody asked for a log.
  private let recorder: SessionRecorder?
  /// The declared listeners, in the order of their indices.
  private let listeners: [AddedListener]
  /// The settings for performing effects; nil if steps answer them.
  let live: LiveSettings?
  private let isInterrupted: @Sendable () -> Bool
  /// The first error that the steps of the new store met.
  let errorOfStart: EventLog.ReportedError?

  /// - Parameters:
  ///   - clock: The start of the virtual clock.
  ///   - initial: The initial sub-states of the store, in the order of the reducers.
  ///   - found: What the app finds when it starts; nil to begin with the initial sub-states.
  ///   - keepsLog: True to keep everything that happens, not just the present step.
  ///   - live: The settings for performing effects, on the real clock; nil if steps answer them.
  ///   - moment: The moment to go on from; nil to begin with the initial sub-states.
  ///   - session: The destination of the session's log; nil for none.
  ///   - isInterrupted: Returns true to end a step that dispatches repeatedly.
  init(
    _ spec: CompiledSpec, clock start: Timestamp, seed: Int64, initial: [Record],
    found: FoundState? = nil, keepsLog: Bool = false, live: LiveSettings? = nil,
    resuming moment: StageSnapshot? = nil, session: (any LineSink)? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    var spec = spec
    spec.limits.judgesAtRest = true
    self.spec = spec
    self.live = live
    self.isInterrupted = isInterrupted
    let eventLog = EventLog(keepsLog: keepsLog)
    var host = SpecHost(makeLogger: { nil }, seed: seed)
    if let live {
      let clock = RealClock()
      host.perform = { request in
        let answer = await live.perform(request)
        if case .failure(let message) = answer { eventLog.noteUnanswered(message) }
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
    let restoration = found.map(spec.restore)
    let state =
      restoration?.state
      ?? shape.state(of: Record(shape.shape, ContiguousArray(initial.map(Value.record))))
    let recorder = session == nil ? nil : SessionRecorder(runtime)
    self.recorder = recorder
    let middleware =
      if let recorder { recorder + runtime.middleware } else { runtime.middleware }
    store = Suas.createStore(
      reducer: spec.reducer, state: state, middleware: middleware)
    store.observe { [weak store] reduction in
      guard let store else { return }
      eventLog.note(reduction, store: shape.record(of: store.state))
      if let error = reduction.error { spec.probe?.trace?.note(.refused(error)) }
    }
    store.addErrorListener { eventLog.noteError($0) }
    var observer = SpecRuntime.Observer(
      notified: { eventLog.noteTelling($0, $1) }, failed: { eventLog.noteError($0) },
      effectFailed: { eventLog.note($0) })
    observer.requested = { eventLog.note($0) }
    observer.brokeAtRest = { _, store, pending in eventLog.noteUnrest(store, pending) }
    runtime.observe(observer)
    listeners = runtime.addListeners(to: store)
    self.eventLog = eventLog
    eventLog.noteStart(restoration)
    if moment == nil { runtime.react(to: restoration) }
    errorOfStart = eventLog.firstError
    if let moment, let clock = clock as? VirtualClock {
      store.put(moment.state)
      runtime.go(to: moment.runtime, clock, on: store)
      spec.checked.remove(moment.unheard, from: listeners)
    }
    if let recorder, let session { recorder.start(on: store, into: session) }
  }

  /// The current state of the whole store.
  var state: Record { spec.store.record(of: store.state) }

  /// The present moment.
  var snapshot: StageSnapshot {
    StageSnapshot(
      state: store.state, runtime: runtime.snapshot,
      unheard: spec.checked.unheard(listeners))
  }

  /// The numbers of effects under way, as conditions see them.
  var pending: Record { runtime.pending }

  /// The pending effects, oldest first, with their payloads.
  var pendingEffects: [(name: String, value: Value)] {
    runtime.pendingEffects.map { ($0.name, .record($0.value)) }
  }

  /// Performs an act; a golden and a note do nothing to the store.
  ///
  /// - Returns: the reason why it cannot be performed; nil if it was.
  func perform(_ act: CheckedStep.Act) -> String? {
    switch act {
    case .dispatch(let action, let times):
      for _ in 0..<times {
        guard eventLog.firstError == nil, !isInterrupted() else { break }
        store.dispatch(action: runtime.completed(action))
      }
    case .reset:
      // The same store goes on after a restart, though what it would begin with is another state.
      let restoration = eventLog.restoration
      eventLog.note {
        if let restoration { store.resetFullState(restoration.state) } else { store.reset() }
        return state
      }
    case .restart(let found):
      guard let recorder else {
        restart(finding: found)
        break
      }
      recorder.goOn(after: { restart(finding: found) }, on: store)
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
      if now.advanced(clampedBy: duration).duration(since: now) < duration {
        return "the clock cannot go beyond 9999-12-31T23:59:59.999999999Z"
      }
      guard !clock.advance(by: duration) else { break }
      eventLog.noteError(
        ActionError(
          code: "cost-exceeded",
          message: "more than \(VirtualClock.limit) things happen while the time passes",
          place: nil))
    case .listen(let listener):
      recorder?.noteListener(spec.checked.listeners[listener].name, isAdded: true)
      listeners[listener].add()
    case .unlisten(let listener):
      recorder?.noteListener(spec.checked.listeners[listener].name, isAdded: false)
      listeners[listener].remove()
    case .golden, .note: break
    }
    return nil
  }

  /// Ends the store with all of its effects, and begins another with what was saved. It has the same
  /// objects, which nothing tells apart.
  private func restart(finding found: FoundState?) {
    let restoration =
      found.map(spec.restore) ?? spec.restore(spec.savedText(of: state, at: nil))
    runtime.untilRest {
      for listener in listeners { listener.remove() }
      runtime.cancelEffects()
      eventLog.note(restart: restoration) {
        var next = store.state
        for (key, subState) in zip(restoration.state.keys, restoration.state.values) {
          next.set(subState, under: key)
        }
        store.put(next)
        return state
      }
      for listener in listeners { listener.add() }
      runtime.react(to: restoration)
    }
  }

  /// Cancels the effects under way.
  func end() {
    recorder?.stop()
    runtime.cancelEffects()
  }

  /// Answers an effect, or waits for its answer in a live run.
  private func respond(_ effect: String, _ which: Int, _ answer: EffectAnswer) -> String? {
    if spec.checked.effects.contains(where: { $0.name == effect && $0.kind == .every }) {
      return "the effect '\(effect)' has an outcome at every interval, and takes no answer"
    }
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
