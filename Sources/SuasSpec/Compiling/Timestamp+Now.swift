import CEL
import Suas

extension Timestamp {
  /// The time of the system's clock.
  static var now: Timestamp {
    let (seconds, nanoseconds) = timeSince1970()
    return Timestamp(seconds: seconds, nanoseconds: nanoseconds) ?? .epoch
  }
}
