import CEL
import Suas
import SuasEngine
import SuasProgram
import SuasRuntime
import SuasSpec
import Synchronization

/// A spec on a store with a virtual clock, whose steps are written as a trace driver writes them.
final class Interpreter {
  private let store: Store
  private let spec: CompiledSpec
  private let runtime: SpecRuntime
  private let clock = VirtualClock(startingAt: Interpreter.start)
  private let log = Log()

  private static let start = Timestamp("2000-01-01T00:00:00Z") ?? .epoch

  private final class Log: Sendable {
    let noted = Mutex(Noted())

    func note(_ change: (inout Noted) -> Void) { noted.withLock { change(&$0) } }
  }

  private struct Noted: Sendable {
    var errors: [ActionError] = []
    var notified: [(name: String, value: Value)] = []
    var actions: [SpecAction] = []
    var failures: [FailedEffect] = []
  }

  init(_ spec: CompiledSpec) {
    self.spec = spec
    runtime = SpecRuntime(spec, host: SpecHost(clock: clock, makeLogger: { nil }, seed: 0))
    store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
    let log = log
    store.addErrorListener { error in log.note { $0.errors.append(error) } }
    store.observe { reduction in
      guard reduction.reachedReducers, let action = reduction.action as? SpecAction else { return }
      log.note { $0.actions.append(action) }
    }
    runtime.observe(
      SpecRuntime.Observer(
        notified: { name, value in log.note { $0.notified.append((name, value)) } },
        failed: { error in log.note { $0.errors.append(error) } },
        effectFailed: { failure in log.note { $0.failures.append(failure) } }))
    _ = runtime.addListeners(to: store)
  }

  var state: Record { spec.store.record(of: store.state) }
  var stateText: String { JSONText.of(.record(state)) }

  /// The names of the effects that can be answered, the oldest first.
  var answerable: [String] { runtime.answerableEffects.map(\.name) }

  /// Does the work of a step; returns the answer that is expected of a driver.
  func perform(_ step: RandomStep) -> String {
    log.note { $0 = Noted() }
    switch step {
    case .dispatch(let action):
      do throws(ActionError) {
        store.dispatch(action: try spec.action(action.name, action.payload))
      } catch {
        log.note { $0.errors.append(error) }
      }
    case .advance(let duration): _ = clock.advance(by: duration)
    case .respond(let effect, let answer, _):
      if let attempt = runtime.attempt(effect, which: 0) {
        runtime.settle(attempt, with: answer)
      }
    }
    return text
  }

  private var text: String {
    let noted = log.noted.withLock { $0 }
    var json = JSONText()
    json.writeObject { json in
      json.write("state", .record(state))
      json.write("errors", noted.errors) { json, error in
        json.writeObject { json in
          json.write("code", error.code)
          json.write("message", error.message)
          json.write("at", error.place.map { .string($0.description) } ?? .null)
        }
      }
      json.write("notified", noted.notified) { json, event in
        json.writeObject { json in
          json.write("name", event.name)
          json.write("value", event.value)
        }
      }
      json.write("actions", noted.actions) { json, action in
        json.writeObject { json in
          json.write("name", action.name)
          json.write("value", .record(action.payload))
        }
      }
      json.write("effects", runtime.pendingEffects) { json, effect in
        json.writeObject { json in
          json.write("name", effect.name)
          json.write("value", .record(effect.value))
        }
      }
      json.write("failures", noted.failures) { json, failure in
        json.writeObject { json in
          json.write("effect", failure.effect)
          json.write("code", failure.code)
          json.write("message", failure.message)
        }
      }
    }
    return json.text
  }
}

/// One step of a random run.
enum RandomStep {
  case dispatch(RandomAction)
  case advance(CEL.Duration)
  /// An answer to the oldest effect of a name, also as the driver reads it.
  case respond(String, EffectAnswer, text: String)

  /// The request to the driver.
  var request: String {
    switch self {
    case .dispatch(let action): #"{"dispatch":"\#(action.name)","with":\#(action.text)}"#
    case .advance(let duration): #"{"advance":"\#(duration)"}"#
    case .respond(let effect, _, let text): #"{"respond":"\#(effect)","answer":\#(text)}"#
    }
  }
}
