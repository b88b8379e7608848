#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A time of day where the program runs.
struct TimeOfDay {
  var hour: Int
  var minute: Int
  var second: Int
  var millisecond: Int

  static func now() -> TimeOfDay {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var local = tm()
    localtime_r(&time.tv_sec, &local)
    return TimeOfDay(
      hour: Int(local.tm_hour), minute: Int(local.tm_min), second: Int(local.tm_sec),
      millisecond: Int(time.tv_nsec) / 1_000_000)
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
