import Dispatch
import Files
import JSONRPC
import Locking
import SuasScenario
import SystemPackage

/// A session with a client over two files, such as standard input and output.
package enum Connection {
  /// The time in milliseconds that the server has, after the end of its input, for the messages
  /// before it.
  private static let patience: Int32 = 10_000

  /// Serves a client until it tells the server to exit, its messages end, or it is gone.
  ///
  /// - Returns: the exit code.
  package static func serve(
    input: FileParts, output: FileDescriptor, version: String
  ) -> Int32 {
    let cancelled = CancelledRequests()
    let inbox = Inbox()
    let ending = Ending()
    let worker = WorkerThread { ending.note(answer(inbox, cancelled, output, version: version)) }
    let reader = WorkerThread {
      read(input, cancelled, into: inbox)
      inbox.end()
      // The end of a file does not mean that the client is gone, and a check may take long.
      if input.isFile { return }
      output.waitUntilNobodyReads(within: patience)
      ending.note(1)
    }
    guard worker != nil, reader != nil else { return 1 }
    return ending.wait()
  }

  private static func answer(
    _ inbox: Inbox, _ cancelled: CancelledRequests, _ output: FileDescriptor, version: String
  ) -> Int32 {
    let server = LanguageServer(
      Client { bytes in _ = try? output.writeAll(bytes) }, version: version, cancelled: cancelled)
    var wait: Swift.Duration?
    while !server.hasEnded {
      switch inbox.next(within: wait) {
      case .message(let bytes):
        server.receive(bytes)
        wait = .zero
      case .none: wait = server.idle()
      case .end: return server.status
      }
    }
    return server.status
  }

  private static func read(
    _ input: FileParts, _ cancelled: CancelledRequests, into inbox: Inbox
  ) {
    var reader = MessageReader()
    while let part = try? input.next(), !part.isEmpty {
      reader.add(part[...])
      do throws(MessageReader.Failure) {
        while let message = try reader.next() {
          if !cancelled.note(message) { inbox.add(message) }
        }
      } catch {
        // The beginning of the next message cannot be found.
        return
      }
    }
  }
}

/// The end of a session, which the first thread to find it notes.
private final class Ending: Sendable {
  private let status = Mutex<Int32?>(nil)
  private let arrival = DispatchSemaphore(value: 0)

  func note(_ code: Int32) {
    status.withLock { $0 = $0 ?? code }
    arrival.signal()
  }

  /// Waits for the end, and returns the exit code.
  func wait() -> Int32 {
    arrival.wait()
    return status.withLock(\.self) ?? 1
  }
}

/// The messages that have arrived and are not handled yet.
private final class Inbox: Sendable {
  enum Next {
    case message([UInt8])
    case none, end
  }

  private struct State {
    var messages: [[UInt8]] = []
    var first = 0
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  func add(_ message: [UInt8]) {
    state.withLock { $0.messages.append(message) }
    arrival.signal()
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    arrival.signal()
  }

  /// The next message, or `none` if none comes within a time; nil waits for any time.
  func next(within time: Swift.Duration?) -> Next {
    if let time {
      let end = DispatchTime.now() + .nanoseconds(Int(time / .nanoseconds(1)))
      if arrival.wait(timeout: end) == .timedOut { return .none }
    } else {
      arrival.wait()
    }
    return state.withLock { state in
      guard state.first < state.messages.count else { return state.hasEnded ? .end : .none }
      let message = state.messages[state.first]
      state.first += 1
      if state.first == state.messages.count || state.first > 1000 {
        state.messages.removeFirst(state.first)
        state.first = 0
      }
      return .message(message)
    }
  }
}
