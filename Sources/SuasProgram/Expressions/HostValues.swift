import CEL

/// The provider of the time and of random ids for the expressions of a running spec.
package protocol ClockHost: FrameHost {
  var now: Timestamp { get }
  func makeIdentifier() -> String
}

/// An observer of the selectors that expressions read.
package protocol OutcomeHost: FrameHost {
  /// Notes that an outcome of the coverage occurred.
  func noteRead(_ outcome: Int)
}

/// `now`: the time at which an expression is evaluated.
package final class CurrentTime: HostValue {
  package static let shared = CurrentTime()

  package func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    .timestamp((frame.host as? any ClockHost)?.now ?? .epoch)
  }
}

/// `uuid()`: a new random id for each evaluation.
package final class NewIdentifier: HostValue {
  package static let shared = NewIdentifier()

  package func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    .string((frame.host as? any ClockHost)?.makeIdentifier() ?? "")
  }
}

/// A clock that stands still and makes no ids, for evaluations that are repeated.
package final class StoppedClock: ClockHost {
  package let now: Timestamp

  package init(at now: Timestamp) { self.now = now }

  package func makeIdentifier() -> String { "00000000-0000-4000-8000-000000000000" }
  package var forRepetition: any FrameHost { self }
}
