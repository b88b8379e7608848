import Dispatch
import Synchronization

/// Work that is done piece by piece on several threads, and whose outputs are taken in order.
final class OrderedWork<Output: Sendable>: Sendable {
  private struct State {
    /// What is ready and not taken yet, by place.
    var outputs: [Int: Output] = [:]
    /// The first piece that nobody works on.
    var next = 0
    /// The piece whose output is waited for; nil where nobody waits.
    var awaited: Int?
    /// Pieces from here on are not begun any more.
    var end: Int
  }

  private let state: Mutex<State>
  private let arrival = DispatchSemaphore(value: 0)
  private let work: @Sendable (Int) -> Output
  private let threads = Mutex<[WorkerThread]>([])

  /// - Parameters:
  ///   - count: How many pieces there are.
  ///   - jobs: How many are worked on at a time; where that is one, on the thread that takes them.
  init(count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Output) {
    state = Mutex(State(end: count))
    self.work = work
    let jobs = min(jobs, count, WorkerThread.most)
    guard jobs > 1 else { return }
    let started = (0..<jobs).compactMap { _ in WorkerThread { self.run(of: jobs) } }
    threads.withLock { $0 = started }
  }

  /// The output of the next piece.
  ///
  /// - Parameter wait: Is called from time to time while the output is not there; false ends the
  ///   waiting.
  /// - Returns: nil where the waiting was ended.
  func take(_ index: Int, wait: () -> Bool) -> Output? {
    guard !threads.withLock(\.isEmpty) else { return work(index) }
    while true {
      let output = state.withLock { state in
        let output = state.outputs.removeValue(forKey: index)
        state.awaited = output == nil ? index : nil
        return output
      }
      if let output { return output }
      if arrival.wait(timeout: .now() + .milliseconds(100)) == .timedOut, !wait() { return nil }
    }
  }

  /// Begins no further piece, and waits for those under way.
  func end() {
    state.withLock { $0.end = 0 }
    let threads = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in threads { thread.join() }
  }

  private func run(of jobs: Int) {
    while let claim = claim(of: jobs) {
      for index in claim {
        let output = work(index)
        let (isAwaited, isWanted) = state.withLock { state in
          state.outputs[index] = output
          return (state.awaited == index, index < state.end)
        }
        if isAwaited { arrival.signal() }
        guard isWanted else { return }
      }
    }
  }

  /// The next pieces for a thread: several while there are many, so that threads seldom meet.
  private func claim(of jobs: Int) -> Range<Int>? {
    state.withLock { state in
      guard state.next < state.end else { return nil }
      let size = min(max((state.end - state.next) / (jobs * 8), 1), 32)
      let claim = state.next..<state.next + size
      state.next = claim.upperBound
      return claim
    }
  }
}
