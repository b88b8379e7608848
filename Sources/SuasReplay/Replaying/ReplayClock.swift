import CEL
import Locking
import SuasLog
import SuasSpec

/// The clock of a replay: the time of the log's present line, and the times and ids that were read.
final class ReplayClock: SpecClock, RecordedReads {
  private let cursor: LogCursor
  private let values: LogValueReader
  private let start = Mutex(Timestamp.epoch)

  init(_ cursor: LogCursor, _ values: LogValueReader) {
    self.cursor = cursor
    self.values = values
  }

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
    switch cursor.line?.content {
    case .now(let read)?: return read
    case .hiddenNow(let range)?:
      if case .timestamp(let read)? = standIn(range, as: .timestamp) { return read }
    default: break
    }
    return time
  }

  func makeIdentifier() -> String {
    switch cursor.line?.content {
    case .identifier(let text)?: return text
    case .hiddenIdentifier(let range)?:
      if case .string(let text)? = standIn(range, as: .string) { return text }
    default: break
    }
    return "00000000-0000-4000-8000-000000000000"
  }

  private func standIn(_ range: Range<Int>, as type: FieldType) -> Value? {
    (try? cursor.value(in: range)).map { values.standingIn(for: $0, as: type) }
  }
}
