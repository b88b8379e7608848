import Locking
import SuasScenario
import SuasSpec

/// Does numbered pieces of work on several threads. The results are in the pieces' order, so that
/// they are the same for any number of threads.
struct Workers<M: Machine> {
  /// The machines, one for each thread.
  let machines: [M]

  /// Returns the results of `count` pieces, or of fewer if the deadline ends the work.
  func results<Result: Sendable>(
    of count: Int, until deadline: Deadline, _ work: @escaping (M, Int) -> Result
  ) -> [Result] {
    let round = Round(machines: machines, count: count, deadline: deadline, work: work)
    // This thread works too; if the system provides no other thread, it does all the work.
    let threads = (1..<max(1, min(machines.count, count))).compactMap { thread in
      WorkerThread { round.work(on: thread) }
    }
    round.work(on: 0)
    for thread in threads { thread.join() }
    return round.results.withLock { results in
      results.prefix { $0 != nil }.compactMap(\.self)
    }
  }

  /// One round of work. Each thread has a machine of its own, and takes pieces until none are left;
  /// nobody changes the other data that the work reads meanwhile.
  private final class Round<Result: Sendable>: @unchecked Sendable {
    private let machines: [M]
    private let count: Int
    private let deadline: Deadline
    private let work: (M, Int) -> Result
    private let next = Atomic<Int>(0)
    let results: Mutex<[Result?]>

    init(
      machines: [M], count: Int, deadline: Deadline, work: @escaping (M, Int) -> Result
    ) {
      self.machines = machines
      self.count = count
      self.deadline = deadline
      self.work = work
      results = Mutex(Array(repeating: nil, count: count))
    }

    func work(on thread: Int) {
      while deadline.ending == nil {
        let piece = next.add(1, ordering: .relaxed).oldValue
        guard piece < count else { return }
        let result = work(machines[thread], piece)
        results.withLock { $0[piece] = result }
      }
    }
  }
}

extension Workers {
  /// The outcomes that came up on any of the threads.
  var seen: OutcomeSet? {
    let sets = machines.map(\.notes.all)
    return sets.dropFirst().reduce(into: sets.first) { seen, other in seen?.formUnion(other) }
  }
}
