import Dispatch
import Locking

/// Pieces of work that several threads perform, with outputs that are taken in order.
package final class OrderedWork<Output: Sendable>: Sendable {
  private struct State {
    /// The outputs that are ready and not taken yet, by the index of the piece.
    var outputs: [Int: Output] = [:]
    /// The first piece that no thread has claimed.
    var next = 0
    /// The piece whose output is awaited; nil if none is.
    var awaited: Int?
    /// The index from which on pieces are no longer started.
    var end: Int
  }

  private let state: Mutex<State>
  private let arrival = DispatchSemaphore(value: 0)
  private let work: @Sendable (Int) -> Output
  private let threads = Mutex<[WorkerThread]>([])

  /// - Parameters:
  ///   - count: The number of pieces.
  ///   - jobs: The number of threads; if it is one, pieces are worked on where they are taken.
  package init(count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Output) {
    state = Mutex(State(end: count))
    self.work = work
    let jobs = min(jobs, count, WorkerThread.most)
    guard jobs > 1 else { return }
    let started = (0..<jobs).compactMap { _ in WorkerThread { self.run(of: jobs) } }
    threads.withLock { $0 = started }
  }

  /// Returns the output of the next piece.
  ///
  /// - Parameter wait: Called now and then while the output is not ready; false ends the waiting.
  /// - Returns: nil if the waiting was ended.
  package func take(_ index: Int, wait: () -> Bool) -> Output? {
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

  /// Starts no further piece, and waits for those in progress.
  package func end() {
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

  /// Claims the next pieces for a thread: several if many are left, to reduce contention.
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
