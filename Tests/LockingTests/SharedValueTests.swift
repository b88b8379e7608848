import Dispatch
import Locking
import Testing

@Suite struct MutexTests {
  @Test func `One thread at a time has the value`() {
    let counts = Mutex<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<5_000 { counts.withLock { $0[round % 7, default: 0] += thread } }
    }
    #expect(counts.withLock { $0.values.reduce(0, +) } == 6 * 5_000)
  }

  @Test func `The mutex is free after an error`() {
    struct Failure: Error {}
    let mutex = Mutex(1)
    #expect(throws: Failure.self) {
      try mutex.withLock { value throws(Failure) in
        value = 2
        throw Failure()
      }
    }
    #expect(mutex.withLock { $0 } == 2)
  }

  @Test func `The value ends with the mutex`() {
    final class Object: Sendable {}
    weak var object: Object?
    do {
      let made = Object()
      object = made
      let mutex = Mutex(made)
      #expect(mutex.withLock { $0 } === made)
    }
    #expect(object == nil)
  }
}

@Suite struct AtomicTests {
  @Test func `Additions of several threads are all there`() {
    let sum = Atomic<Int>(5)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<20_000 {
        sum.add(3, ordering: .relaxed)
        sum.subtract(1, ordering: .relaxed)
      }
    }
    #expect(sum.load(ordering: .sequentiallyConsistent) == 5 + 4 * 20_000 * 2)
  }

  @Test func `An addition returns the number before it and after it`() {
    let number = Atomic(Int.max)
    #expect(number.add(1, ordering: .relaxed) == (Int.max, Int.min))
    #expect(number.subtract(1, ordering: .acquiringAndReleasing) == (Int.min, Int.max))
  }

  @Test func `A value is replaced only if it is the expected one`() {
    let number = Atomic<Int32>(-1)
    #expect(
      number.compareExchange(expected: 2, desired: 7, ordering: .releasing) == (false, -1))
    #expect(
      number.compareExchange(expected: -1, desired: 7, ordering: .acquiringAndReleasing)
        == (true, -1))
    #expect(number.exchange(-3, ordering: .acquiring) == 7)
    #expect(number.load(ordering: .acquiring) == -3)
  }

  @Test func `What one thread wrote before a release is seen after an acquisition`() {
    final class Message: @unchecked Sendable {
      var text = ""
      let isThere = Atomic(false)
    }
    let message = Message()
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        message.text = "there"
        message.isThere.store(true, ordering: .releasing)
      } else {
        while !message.isThere.load(ordering: .acquiring) {}
        #expect(message.text == "there")
      }
    }
  }
}
