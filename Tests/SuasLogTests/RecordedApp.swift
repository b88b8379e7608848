import CEL
import Suas
import SuasSpec
import YAML

@testable import SuasLog

/// A store of a spec on a virtual clock, whose session is recorded in memory.
struct RecordedApp {
  let spec: CompiledSpec
  let clock = VirtualClock(startingAt: .epoch)
  let runtime: SpecRuntime
  let recorder: SessionRecorder
  let store: Store
  let buffer = LineBuffer()

  init(_ text: String, changes: Bool = true, isStarted: Bool = true) throws {
    spec = try CompiledSpec(Source(name: "app.yaml", text: text))
    runtime = SpecRuntime(
      spec, host: SpecHost(clock: clock, makeLogger: { nil }, seed: 0))
    recorder = SessionRecorder(runtime)
    store = Suas.createStore(reducer: spec.reducer, middleware: recorder + runtime.middleware)
    store.addErrorListener { _ in }
    runtime.attach(to: store)
    if isStarted { recorder.start(on: store, into: buffer, hasChanges: changes) }
  }

  func dispatch(_ name: String, _ payload: SpecAction.Payload = [:]) throws {
    store.dispatch(action: try spec.action(name, payload))
  }

  func answer(_ effect: String, _ answer: EffectAnswer) {
    if let attempt = runtime.attempt(effect, which: 0) { runtime.settle(attempt, with: answer) }
  }

  func advance(by seconds: Int64) {
    _ = clock.advance(by: CEL.Duration(nanoseconds: seconds * 1_000_000_000))
  }

  /// The lines so far.
  var lines: [String] {
    String(decoding: buffer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
