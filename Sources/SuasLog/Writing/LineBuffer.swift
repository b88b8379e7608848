import Locking

/// Keeps the lines of a log in memory.
package final class LineBuffer: LineSink {
  private let lines = Mutex<[UInt8]>([])

  package init() {}

  package var bytes: [UInt8] { lines.withLock(\.self) }

  package func take(_ line: [UInt8]) { lines.withLock { $0 += line } }

  package func end() {}
}
