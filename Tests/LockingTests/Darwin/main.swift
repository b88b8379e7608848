import Dispatch

/// Counts by everything that threads share.
final class Counts: @unchecked Sendable {
  let mutex = Mutex(0)
  let lock = Lock()
  var locked = 0
  let atomic = Atomic(0)
}

let counts = Counts()
DispatchQueue.concurrentPerform(iterations: 4) { _ in
  for _ in 0..<1000 {
    counts.mutex.withLock { $0 += 1 }
    counts.lock.lock()
    counts.locked += 1
    counts.lock.unlock()
    counts.atomic.add(1, ordering: .relaxed)
  }
}
print(counts.mutex.withLock { $0 }, counts.locked, counts.atomic.load(ordering: .relaxed))
print(counts.lock.lockIfFree(), counts.lock.lockIfFree())
