import CEL
import SuasLog
import SuasScenario

/// An input of a log, as it is done again.
package enum ReplayedInput: Sendable {
  case move(Sandbox.Move)
  /// A step that is no move, so that no short scenario has it.
  case act(CheckedStep.Act, NoScenario)
  /// The end of a delay, or of one interval.
  case time
  /// An input that only the log has: an answer that is not in it, or another store.
  case unrepeatable(NoScenario)
  /// An answer to an effect that is not under way.
  case unfit
}

/// Passes the lines of a replay to an observer before they are compared.
final class ObservedLines: LineSink {
  private let observer: ReplayPass.Observer
  private let cursor: LogCursor

  init(_ observer: ReplayPass.Observer, _ cursor: LogCursor) {
    self.observer = observer
    self.cursor = cursor
  }

  func take(_ line: [UInt8]) {
    observer.take(line)
    cursor.take(line)
  }

  func take(changes line: [UInt8], _ stores: () -> (before: Record, after: Record)) {
    observer.take(line)
    cursor.take(changes: line, stores)
  }

  func takeLater(of id: Int, _ make: @escaping @Sendable () -> [UInt8]) {
    cursor.takeLater(of: id, make)
  }

  func end() { cursor.end() }
}
