import CEL
import Suas
import SuasLog
import SuasProgram
import SuasSpec

/// A spec on a store with a virtual clock, whose session can be recorded.
package final class RecordedApp {
  package let spec: CompiledSpec
  package let runtime: SpecRuntime
  package let store: Store
  package let recorder: SessionRecorder
  private let clock: VirtualClock
  private let listeners: [AddedListener]

  package init(_ spec: CompiledSpec, clock start: Timestamp = .epoch, seed: Int64 = 0) {
    self.spec = spec
    clock = VirtualClock(startingAt: start)
    runtime = SpecRuntime(spec, host: SpecHost(clock: clock, makeLogger: { nil }, seed: seed))
    recorder = SessionRecorder(runtime)
    store = Suas.createStore(reducer: spec.reducer, middleware: recorder + runtime.middleware)
    store.addErrorListener { _ in }
    listeners = runtime.addListeners(to: store)
  }

  /// The whole store.
  package var state: Record { spec.store.record(of: store.state) }

  /// The names of the effects that can be answered, oldest first.
  package var pending: [String] { runtime.answerableEffects.map(\.name) }

  package func perform(_ move: RandomMove) {
    switch move {
    case .dispatch(let action): store.dispatch(action: runtime.completed(action))
    case .respond(let effect, let which, let answer):
      if let attempt = runtime.attempt(effect, which: which) {
        runtime.settle(attempt, with: answer)
      }
    case .advance(let duration): _ = clock.advance(by: duration)
    case .cancel(let effect): _ = runtime.cancel(effect)
    case .listen(let listener):
      recorder.noteListener(spec.checked.listeners[listener].name, isAdded: true)
      listeners[listener].add()
    case .unlisten(let listener):
      recorder.noteListener(spec.checked.listeners[listener].name, isAdded: false)
      listeners[listener].remove()
    case .reset: store.reset()
    }
  }

  /// Ends the recording and the effects under way.
  package func end() {
    recorder.stop()
    runtime.cancelEffects()
  }
}
