import CEL
import Suas
import SuasProgram

extension Timestamp {
  /// The time of the system's clock.
  package static var now: Timestamp {
    let (seconds, nanoseconds) = timeSince1970()
    return Timestamp(seconds: seconds, nanoseconds: nanoseconds) ?? .epoch
  }
}
