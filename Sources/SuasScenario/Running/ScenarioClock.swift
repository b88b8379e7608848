import CEL
import Dispatch
import SuasSpec
import Synchronization

/// A clock on which something happens only while a step lets time pass.
protocol ScenarioClock: SpecClock {
  /// Lets time pass, and whatever waits for it happen in its order.
  ///
  /// - Returns: false where too much happens in that time.
  func advance(by duration: CEL.Duration) -> Bool

  /// Waits for something that comes from outside.
  ///
  /// - Returns: whether it has come.
  func wait(atMost limit: CEL.Duration, until isDone: () -> Bool) -> Bool
}

extension VirtualClock: ScenarioClock {
  /// Nothing comes from outside.
  func wait(atMost limit: CEL.Duration, until isDone: () -> Bool) -> Bool { isDone() }
}

/// The system's clock, for scenarios whose effects are performed.
final class RealClock: ScenarioClock {
  private struct Alarm {
    let deadline: Timestamp
    let body: @Sendable () -> Void
  }

  private let system = SystemClock()
  private let alarm = Mutex<Alarm?>(nil)
  private let arrival = DispatchSemaphore(value: 0)

  var now: Timestamp { system.now }

  func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void) {
    alarm.withLock { $0 = deadline.map { Alarm(deadline: $0, body: body) } }
  }

  /// Says that something has come from outside; from any thread.
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

  /// Lets what is due happen until a moment comes, or something holds.
  private func pass(until end: Timestamp, or isDone: () -> Bool) -> Bool {
    while true {
      if isDone() { return true }
      let now = now
      let due = alarm.withLock { alarm -> Alarm? in
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
  /// How much later the moment is; an hour at the most.
  fileprivate func nanoseconds(since other: Timestamp) -> Int64 {
    let seconds = min(seconds - other.seconds, 3600)
    return max(0, seconds * 1_000_000_000 + Int64(nanoseconds - other.nanoseconds))
  }
}
