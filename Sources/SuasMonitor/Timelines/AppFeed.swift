import Dispatch
import SuasSpec
import Synchronization

/// The lines of a log as they arrive, from an app that is running or from a page; an app may be asked
/// to do something, too.
package final class AppFeed: Sendable {
  /// True if the app does what the page asks for.
  let allowsControl: Bool
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
    self.allowsControl = allowsControl
    sendLine = send
  }

  /// Adds bytes.
  ///
  /// - Returns: false if there are so many that no more should be added before they are read.
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

  /// Asks the app to do something.
  func send(_ request: JSONText) {
    var line = request
    line.writeLineBreak()
    sendLine(line.bytes)
  }
}
