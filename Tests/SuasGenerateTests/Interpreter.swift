import CEL
import Suas
import SuasEngine
import SuasProgram
import SuasSpec
import Synchronization

/// A store with the reducers of a spec, whose steps are written as a trace driver writes them.
final class Interpreter {
  private let store: Store
  private let spec: CompiledSpec
  private let noted = Noted()

  private final class Noted: Sendable {
    let errors = Mutex<[ActionError]>([])
    let isHandled = Mutex(false)
    let actions = Mutex<[SpecAction]>([])
  }

  init(_ spec: CompiledSpec) {
    self.spec = spec
    store = Suas.createStore(reducer: spec.reducer)
    let noted = noted
    store.addErrorListener { error in noted.errors.withLock { $0.append(error) } }
    store.observe { reduction in
      if reduction.error == nil, !reduction.changedKeys.isEmpty {
        noted.isHandled.withLock { $0 = true }
      }
      if reduction.reachedReducers, let action = reduction.action as? SpecAction {
        noted.actions.withLock { $0.append(action) }
      }
    }
  }

  var state: Record { spec.store.record(of: store.state) }
  var stateText: String { JSONText.of(.record(state)) }

  /// Dispatches an action and returns the answer that is expected of a driver, without what only
  /// listeners and effects add.
  func dispatch(_ action: RandomAction) -> String {
    noted.errors.withLock { $0 = [] }
    noted.isHandled.withLock { $0 = false }
    noted.actions.withLock { $0 = [] }
    do throws(ActionError) {
      store.dispatch(action: try spec.action(action.name, action.payload))
    } catch {
      noted.errors.withLock { $0.append(error) }
    }
    var json = JSONText()
    json.writeObject { json in
      json.write("state", .record(state))
      json.write("handled", noted.isHandled.withLock { $0 })
      json.write("errors", noted.errors.withLock { $0 }) { json, error in
        json.writeObject { json in
          json.write("code", error.code)
          json.write("message", error.message)
          json.write("at", error.place.map { .string($0.description) } ?? .null)
        }
      }
      json.write("actions", noted.actions.withLock { $0 }) { json, action in
        json.writeObject { json in
          json.write("name", action.name)
          json.write("value", .record(action.payload))
        }
      }
    }
    return json.text
  }
}

extension DriverProcess {
  /// Dispatches an action; the answer has no notifications, effects and failures.
  func dispatch(_ action: RandomAction) throws -> String {
    let answer = try ask(#"{"dispatch":"\#(action.name)","with":\#(action.text)}"#)
    var parts = answer.split(separator: #","notified":["#, maxSplits: 1)
    guard parts.count == 2, let actions = parts[1].firstRange(of: #"],"actions":["#) else {
      return answer
    }
    let notifications = parts[1][actions.lowerBound...].dropFirst(1)
    parts[1] = notifications.prefix(
      upTo: notifications.firstRange(of: #","effects":["#)?.lowerBound ?? notifications.endIndex)
    return parts[0] + parts[1] + "}"
  }
}
