import JSONRPC
import Locking
import SuasScenario

/// The calls that are under way or wait, by the ids of their requests.
final class CallTable: Sendable {
  /// The most calls that run at the same time: most commands use all processors.
  private static let mostRunning = 2
  /// The most calls that wait.
  private static let mostWaiting = 100

  private struct State {
    var cancelled: [RequestID: Bool] = [:]
    var waiting: [Call] = []
    var running = 0
    var hasEnded = false
  }

  private struct Call: Sendable {
    let id: RequestID
    let run: @Sendable () -> Void
  }

  private let state = Mutex(State())

  /// The reason why a call is not taken.
  enum Refusal: Error { case isTaken, tooMany }

  var isEmpty: Bool { state.withLock { $0.running == 0 && $0.waiting.isEmpty } }

  /// Runs a call on a thread of its own, at once or after others.
  func start(_ id: RequestID, _ run: @escaping @Sendable () -> Void) throws(Refusal) {
    let starts = try state.withLock { state throws(Refusal) in
      guard state.cancelled[id] == nil else { throw .isTaken }
      guard state.waiting.count < Self.mostWaiting, !state.hasEnded else { throw .tooMany }
      state.cancelled[id] = false
      state.waiting.append(Call(id: id, run: run))
      guard state.running < Self.mostRunning else { return false }
      state.running += 1
      return true
    }
    guard starts, WorkerThread({ self.work() }) == nil else { return }
    // The system has no thread left: those that run take the call.
    let isAlone = state.withLock { state in
      if state.running == 1 { return true }
      state.running -= 1
      return false
    }
    if isAlone { work() }
  }

  func cancel(_ id: RequestID) {
    state.withLock { state in
      if state.cancelled[id] != nil { state.cancelled[id] = true }
    }
  }

  func isCancelled(_ id: RequestID) -> Bool {
    state.withLock { $0.hasEnded || $0.cancelled[id] == true }
  }

  /// Cancels all calls, and takes no more.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      state.waiting = []
    }
  }

  private func work() {
    while let call = next() {
      call.run()
      state.withLock { _ = $0.cancelled.removeValue(forKey: call.id) }
    }
  }

  /// Takes the next call; if there is none, the thread ends.
  private func next() -> Call? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
