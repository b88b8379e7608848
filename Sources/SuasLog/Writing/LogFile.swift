import Locking
import SystemPackage

/// A file that gets each line of a log at once.
package final class LogFile: LineSink {
  private let file: FileDescriptor
  private let state = Mutex(State())

  private struct State {
    var hasEnded = false
    var failure: Errno?
  }

  /// Creates a file that nobody else can read.
  package init(creating path: String) throws(Errno) {
    do {
      file = try FileDescriptor.open(
        FilePath(path), .writeOnly,
        options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// The error that kept a line from being written; nothing is written after it.
  package var failure: Errno? { state.withLock(\.failure) }

  /// Makes the line in the background, so that nobody waits for it.
  package func takeLater(of id: Int, _ make: @escaping @Sendable () -> [UInt8]) {
    Task { self.take(make()) }
  }

  package func take(_ line: [UInt8]) {
    state.withLock { state in
      guard !state.hasEnded, state.failure == nil else { return }
      do {
        _ = try file.writeAll(line)
      } catch {
        state.failure = error as? Errno ?? .ioError
      }
    }
  }

  package func end() {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.hasEnded = true
      do {
        try file.close()
      } catch {
        state.failure = state.failure ?? error as? Errno ?? .ioError
      }
    }
  }
}
