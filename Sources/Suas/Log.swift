import Locking
import Logging

/// The logger for errors and warnings for which there is no listener.
let logger = Logger(label: "Suas")

private let isDebugging = Atomic<Bool>(false)

private let debugLogger: Logger = {
  var logger = logger
  logger.logLevel = .debug
  return logger
}()

/// True if stores log the result of each action with swift-log, at the level `debug`; false by
/// default.
public var enableDebugLogging: Bool {
  get { isDebugging.load(ordering: .relaxed) }
  set { isDebugging.store(newValue, ordering: .relaxed) }
}

func debug(_ action: any Action, hasChanges: Bool) {
  if isDebugging.load(ordering: .relaxed) { writeDebug(action, hasChanges: hasChanges) }
}

@inline(never)
private func writeDebug(_ action: any Action, hasChanges: Bool) {
  debugLogger.debug(
    "\(name(of: action)): \(hasChanges ? "changed the state" : "changed nothing")")
}

func report(_ error: ActionError, refusing action: any Action) {
  logger.error("\(name(of: action)) was refused: \(error)")
}

/// Reports an error that refuses no action.
package func report(_ error: ActionError) {
  logger.error("\(error)")
}
