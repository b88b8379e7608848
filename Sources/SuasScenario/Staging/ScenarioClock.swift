import CEL
import Dispatch
import Locking
import SuasSpec

/// A clock on which events happen only while a step lets time pass.
protocol ScenarioClock: SpecClock {
  /// Lets time pass, and performs the events that are due, in order.
  ///
  /// - Returns: false if too many events happen in that time.
  func advance(by duration: CEL.Duration) -> Bool

  /// Waits for an event from outside.
  ///
  /// - Returns: true if it has happened.
  func wait(atMost limit: CEL.Duration, until isDone: () -> Bool) -> Bool
}

extension VirtualClock: ScenarioClock {
  /// Does not wait: no event comes from outside.
  func wait(atMost limit: CEL.Duration, until isDone: () -> Bool) -> Bool { isDone() }
}

/// The system's clock, for scenarios whose effects are performed.
final class RealClock: ScenarioClock {
  private struct Timer {
    let deadline: Timestamp
    let body: @Sendable () -> Void
  }

  private let system = SystemClock()
  private let alarm = Mutex<Timer?>(nil)
  private let arrival = DispatchSemaphore(value: 0)

  var now: Timestamp { system.now }

  func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void) {
    alarm.withLock { $0 = deadline.map { Timer(deadline: $0, body: body) } }
  }

  /// Signals that an event has come from outside; called on any thread.
  func noteArrival() { arrival.signal() }

  func advance(by duration: CEL.Duration) -> Bool {
    var rounds = 0
    return !pass(until: now.advanced(clampedBy: duration)) {
      rounds += 1
      return rounds > VirtualClock.limit
    }
  }

  func wait(atMost limit: CEL.Duration, until isDone: () -> Bool) -> Bool {
    pass(until: now.advanced(clampedBy: limit), or: isDone)
  }

  /// Performs the events that are due until `end`, or until `isDone` returns true.
  private func pass(until end: Timestamp, or isDone: () -> Bool) -> Bool {
    while true {
      if isDone() { return true }
      let now = now
      let due = alarm.withLock { alarm -> Timer? in
        guard let due = alarm, due.deadline <= now else { return nil }
        alarm = nil
        return due
      }
      if let due {
        due.body()
        continue
      }
      guard now < end else { return false }
      let next = alarm.withLock { $0.map { min($0.deadline, end) } ?? end }
      _ = arrival.wait(timeout: .now() + .nanoseconds(Int(next.nanoseconds(since: now))))
    }
  }
}

extension Timestamp {
  /// Returns the time since another moment, in nanoseconds; an hour at most.
  fileprivate func nanoseconds(since other: Timestamp) -> Int64 {
    let seconds = min(seconds - other.seconds, 3600)
    return max(0, seconds * 1_000_000_000 + Int64(nanoseconds - other.nanoseconds))
  }
}
