#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Glibc
#endif

/// The clock of the system.
package final class SystemClock: AppClock {
  private let alarm = Mutex<Task<Void, Never>?>(nil)

  package init() {}

  package var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }

  package func wake(at deadline: Timestamp?, _ body: @escaping @Sendable () -> Void) {
    let task = deadline.map { deadline in
      Task {
        // The system's time may be set while a sleep lasts.
        while let rest = try? deadline.since(now), rest.nanoseconds > 0 {
          do { try await Task.sleep(nanoseconds: UInt64(rest.nanoseconds)) } catch { return }
        }
        if !Task.isCancelled { body() }
      }
    }
    let former = alarm.withLock { alarm in
      defer { alarm = task }
      return alarm
    }
    former?.cancel()
  }
}
