import CEL
import Suas
import SuasProgram
import YAML

/// One event in a store that is being observed.
package enum TraceEvent: Sendable {
  /// The start of a reducer that has rules for an action.
  case reducing(reducer: String, stateKey: String, action: String)
  /// The start of a rule or step; its guard, if it has one, and its effects follow.
  case tried(CoveragePoint)
  case condition(ConditionReading)
  /// The case of a matched value that decides on the rules; nil for `else`.
  case matched(String?)
  /// A write of a rule to the sub-state.
  case wrote(before: Value, after: Value)
  case refused(ActionError)
  /// The start of a listener, which is then notified or not.
  case listener(String)
  /// The value is sensitive if a selector has computed it from sensitive values.
  case told(Value, isSensitive: Bool)
  case notTold
  case middleware(String)
  /// The replacement of the action that a middleware was given.
  case replaced(SpecAction)
  case handedOn
  case stopped
  /// A dispatch by the spec itself.
  case dispatching(SpecAction)
  case effect(String, EffectChange)
  /// An error that refuses no action.
  case failed(ActionError)
}

/// A change in the progress of an effect.
package enum EffectChange: Sendable {
  case waits(CEL.Duration)
  case started
  case succeeded
  case failed(FailedEffect)
  /// The failure after which it is tried again.
  case retries(FailedEffect)
  /// The end without an outcome, because a newer effect has replaced this one.
  case dropped
  /// The end without an outcome, because a step cancelled it.
  case cancelled
  /// The end of a stream after its last answer.
  case ended
}

/// An event and its nesting depth below the events that led to it.
package struct TracedEvent: Sendable {
  package let event: TraceEvent
  package let depth: Int
}
