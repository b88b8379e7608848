#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#else
  private import Glibc
#endif

/// Returns the time of the system's clock.
package func timeSince1970() -> (seconds: Int64, nanoseconds: Int32) {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return (Int64(time.tv_sec), Int32(time.tv_nsec))
}

/// A time of day in the local time zone.
struct TimeOfDay {
  var hour: Int
  var minute: Int
  var second: Int
  var millisecond: Int

  static func now() -> TimeOfDay {
    let (seconds, nanoseconds) = timeSince1970()
    var time = time_t(seconds)
    var local = tm()
    localtime_r(&time, &local)
    return TimeOfDay(
      hour: Int(local.tm_hour), minute: Int(local.tm_min), second: Int(local.tm_sec),
      millisecond: Int(nanoseconds) / 1_000_000)
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time to the millisecond: `12:30:45.123`.
  var description: String {
    let parts = [(hour, 2), (minute, 2), (second, 2), (millisecond, 3)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    return "\(parts[0]):\(parts[1]):\(parts[2]).\(parts[3])"
  }
}
