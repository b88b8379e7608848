import CEL
import Locking
import Suas
import SuasSpec
import Testing

@testable import SuasExplore
@testable import SuasScenario

/// A spec in an app: a store with the spec's middleware and listeners, and a recorder.
struct App {
  private let spec: CompiledSpec
  private let runtime: SpecRuntime
  private let clock: VirtualClock
  private let recorder: ScenarioRecorder
  private let store: Store
  private let log = Log()

  private final class Log: Sendable {
    let events = Mutex<(errors: [ActionError], notified: [String])>(([], []))
  }

  init(on spec: CompiledSpec) {
    self.spec = spec
    let opening = Sandbox.Opening(of: spec)
    clock = VirtualClock(startingAt: opening.clock)
    runtime = SpecRuntime(
      spec, host: SpecHost(clock: clock, makeLogger: { nil }, seed: opening.seed))
    recorder = ScenarioRecorder(runtime, specs: ["spec.yaml"])
    store = Suas.createStore(reducer: spec.reducer, middleware: recorder + runtime.middleware)
    let log = log
    runtime.observe(
      SpecRuntime.Observer(notified: { name, value in
        log.events.withLock { $0.notified.append("\(name): \(value)") }
      }))
    store.addErrorListener { error in log.events.withLock { $0.errors.append(error) } }
    runtime.attach(to: store)
  }

  /// Performs moves, and returns the result of each.
  func run(_ moves: [Sandbox.Move]) -> [ReportedViolations] {
    moves.map { move in
      log.events.withLock { $0 = ([], []) }
      switch move {
      case .dispatch(let action): store.dispatch(action: runtime.completed(action))
      case .respond(let effect, let which, let answer):
        if let attempt = runtime.attempt(effect, which: which) {
          runtime.settle(attempt, with: answer)
        }
      case .advance(let duration): _ = clock.advance(by: duration)
      case .restart: Issue.record("no app of these tests saves anything")
      }
      let (errors, notified) = log.events.withLock(\.self)
      return ReportedViolations(
        state: .record(spec.store.record(of: store.state)), codes: errors.map(\.code),
        places: errors.map(\.place), notified: notified,
        effects: runtime.pendingEffects.map { "\($0.name): \($0.value)" })
    }
  }

  /// Returns the scenario file for the moves so far.
  func recording() throws -> String { try recorder.scenario(named: "A recording") }
}
