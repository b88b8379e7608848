import Dispatch
import Foundation
import Testing

@testable import Locking

@Suite struct LockThreadTests {
  private final class Counter: @unchecked Sendable {
    let lock = Lock()
    var count = 0
  }

  @Test(arguments: [2, 3, 8])
  func oneThreadAtATimeHasTheLock(threads: Int) {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for round in 0..<20_000 {
        counter.lock.lock()
        counter.count += 1
        // Some threads pause while they hold the lock, so that others wait.
        if round % 1000 == thread { usleep(100) }
        counter.lock.unlock()
      }
    }
    #expect(counter.count == threads * 20_000)
  }

  @Test func everyThreadThatWaitsGetsTheLock() {
    let counter = Counter()
    let done = DispatchGroup()
    counter.lock.lock()
    for _ in 0..<20 {
      DispatchQueue.global().async(group: done) {
        counter.lock.lock()
        counter.count += 1
        counter.lock.unlock()
      }
      usleep(1000)
    }
    counter.lock.unlock()
    #expect(done.wait(timeout: .now() + 60) == .success)
    #expect(counter.count == 20)
  }

  @Test func aLockThatIsTakenIsNotTakenOnceMore() {
    let counter = Counter()
    let results = [counter.lock.lockIfFree(), counter.lock.lockIfFree()]
    counter.lock.unlock()
    #expect(results == [true, false])
    let isFree = counter.lock.lockIfFree()
    counter.lock.unlock()
    #expect(isFree)
  }
}
