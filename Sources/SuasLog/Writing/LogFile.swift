import Synchronization
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
  ///
  /// - Parameter replacing: True if a file that is there is emptied; else that is an error.
  package init(creating path: String, replacing: Bool) throws(Errno) {
    do {
      file = try FileDescriptor.open(
        FilePath(path), .writeOnly,
        options: replacing ? [.create, .truncate, .closeOnExec] : [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// The error that kept a line from being written; nothing is written after it.
  package var failure: Errno? { state.withLock(\.failure) }

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
