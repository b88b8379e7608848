import Dispatch
import Locking
import SuasSpec

/// The lines of a log as they arrive, from an app that is running or from a page; an app may be asked
/// to do something, too.
package final class AppFeed: Sendable {
  private let obeys: Bool
  private let sendLine: @Sendable ([UInt8]) -> Void
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  private struct State {
    var bytes: [UInt8] = []
    var hasEnded = false
    /// Called once the bytes so far have been read.
    var whenRead: (@Sendable () -> Void)?
  }

  /// The number of bytes after which the app has to wait.
  private static let capacity = 4 << 20

  package init(
    allowsControl: Bool = false, send: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) {
    obeys = allowsControl
    sendLine = send
  }

  /// True if the app is there, and the page can control it.
  var allowsControl: Bool { obeys && state.withLock { !$0.hasEnded } }

  /// Adds bytes; does nothing after the end.
  ///
  /// - Returns: false if no more should be added before the bytes so far are read.
  package func add(_ bytes: [UInt8]) -> Bool {
    let isFull = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.bytes += bytes
      return state.bytes.count > Self.capacity
    }
    arrival.signal()
    return !isFull
  }

  /// Calls a function once the bytes so far have been read.
  package func whenRead(_ body: @escaping @Sendable () -> Void) {
    let isEmpty = state.withLock { state in
      if state.bytes.isEmpty || state.hasEnded { return true }
      state.whenRead = body
      return false
    }
    if isEmpty { body() }
  }

  /// Ends the lines.
  package func end() {
    state.withLock { $0.hasEnded = true }
    arrival.signal()
  }

  /// Takes no more bytes, and passes over those that nobody has read.
  func stop() {
    let whenRead = state.withLock { state in
      defer {
        state.bytes = []
        state.whenRead = nil
        state.hasEnded = true
      }
      return state.whenRead
    }
    whenRead?()
    arrival.signal()
  }

  /// Waits for the next bytes; returns none at the end.
  func next() -> [UInt8] {
    while true {
      let (bytes, hasEnded, whenRead) = state.withLock { state in
        defer {
          state.bytes = []
          state.whenRead = nil
        }
        return (state.bytes, state.hasEnded, state.whenRead)
      }
      whenRead?()
      if !bytes.isEmpty || hasEnded { return bytes }
      arrival.wait()
    }
  }

  /// Asks the app to do something; does nothing if it is gone.
  func send(_ request: JSONText) {
    guard allowsControl else { return }
    var line = request
    line.writeLineBreak()
    sendLine(line.bytes)
  }
}
