import Dispatch
import Foundation
import Locking
import Support
import Testing

@testable import Values

/// Threads that change versions of one list while others read theirs and drop them.
@Suite struct SharedNodesThreadTests {
  @Test func versionsOfOneListAreEachThreadsOwn() { Self.changeVersions(count: 400) }

  /// Changes, reads and drops versions of a list of `count` elements on several threads.
  static func changeVersions(count: Int) {
    let census = Census()
    do {
      let first = Array(0..<count)
      let pool = Pool(Array(repeating: (List(first.map(census.element)), first), count: 8))
      let mistakes = Atomic<Int>(0)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var generator = SplitMix64(seed: UInt64(thread))
        for round in 0..<300 {
          var (list, numbers) = pool.version(Int.random(in: 0..<8, using: &generator))
          for _ in 0..<3 {
            SharedListTests.change(
              &list, &numbers, grows: round / 50 % 2 == 0, census, &generator)
          }
          if !Census.areElements(list, numbers) {
            mistakes.add(1, ordering: .sequentiallyConsistent)
          }
          // The replaced version is freed outside of the lock, concurrently with the other threads.
          let dropped = pool.exchange(Int.random(in: 0..<8, using: &generator), (list, numbers))
          if !Census.areElements(dropped.list, dropped.numbers) {
            mistakes.add(1, ordering: .sequentiallyConsistent)
          }
        }
      }
      #expect(mistakes.load(ordering: .sequentiallyConsistent) == 0)
      for place in 0..<8 {
        let version = pool.version(place)
        #expect(Census.areElements(version.list, version.numbers))
      }
    }
    #expect(census.living == 0)
  }
}

/// Versions that threads take and exchange.
// A lock from the system, since the thread sanitizer does not know those of `Synchronization`.
private final class Pool: @unchecked Sendable {
  typealias Version = (list: List, numbers: [Int])
  private let lock = NSLock()
  private var versions: [Version]

  init(_ versions: [Version]) { self.versions = versions }

  func version(_ place: Int) -> Version { lock.withLock { versions[place] } }

  func exchange(_ place: Int, _ version: Version) -> Version {
    lock.withLock {
      defer { versions[place] = version }
      return versions[place]
    }
  }
}
