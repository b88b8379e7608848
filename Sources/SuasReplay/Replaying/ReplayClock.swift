import CEL
import SuasLog
import SuasSpec
import Synchronization

/// The clock of a replay: the time of the log's present line, and the times and ids that were read.
final class ReplayClock: SpecClock, RecordedReads {
  private let cursor: LogCursor
  private let start = Mutex(Timestamp.epoch)

  init(_ cursor: LogCursor) { self.cursor = cursor }

  /// Sets the time of the log's first line.
  func begin(at start: Timestamp) { self.start.withLock { $0 = start } }

  /// The time of the log's first line.
  var beginning: Timestamp { start.withLock(\.self) }

  /// The time of the line that comes next.
  private var time: Timestamp {
    start.withLock(\.self).advanced(clampedBy: CEL.Duration(nanoseconds: cursor.time))
  }

  var now: Timestamp { time }

  /// Never calls anybody: the lines of the log say when an effect goes on.
  func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void) {}

  func readNow() -> Timestamp {
    if case .now(let read)? = cursor.line?.content { read } else { time }
  }

  func makeIdentifier() -> String {
    if case .identifier(let text)? = cursor.line?.content { return text }
    return "00000000-0000-4000-8000-000000000000"
  }
}
