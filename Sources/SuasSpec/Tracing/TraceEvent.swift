import CEL
import Suas
import YAML

/// One thing that a store did while somebody looked on.
package enum TraceEvent: Sendable {
  /// A reducer that has rules for an action begins with them.
  case reducing(reducer: String, stateKey: String, action: String)
  /// A rule or a step is tried; its guard follows, where it has one, and what it does.
  case tried(CoveragePoint)
  case condition(ConditionReading)
  /// A rule has written to the sub-state.
  case wrote(before: Value, after: Value)
  case refused(ActionError)
  /// A listener is about to be told, or not.
  case listener(String)
  case told(Value)
  case notTold
  case middleware(String)
  /// A middleware put an action in the place of the one it was given.
  case replaced(SpecAction)
  case handedOn
  case stopped
  /// The spec itself dispatches.
  case dispatching(SpecAction)
  case effect(String, EffectChange)
  /// Something met an error that refuses no action.
  case failed(ActionError)
}

/// What becomes of an effect.
package enum EffectChange: Sendable {
  case waits(CEL.Duration)
  case started
  case succeeded
  case failed(FailedEffect)
  case retries(String)
  /// It ends without an outcome, which a newer one has taken away.
  case dropped
}

/// An event, and how far in it stands below what led to it.
package struct TracedEvent: Sendable {
  package let event: TraceEvent
  package let depth: Int
}
