import CEL
import Suas
import SuasSpec
import YAML

/// The reply of a session to a line.
package enum Reply: Sendable {
  /// No reply: the line is empty, a comment or a note.
  case nothing
  /// The outcome of a step.
  case step(StepReply)
  /// Steps were undone or redone: the lines of those steps, for undone ones the last first.
  case moved(Movement, lines: [String], StepReply)
  case value(Value)
  case selected([Selection])
  case pending(EffectList)
  case steps(done: [String], undone: [String])
  case commands(SpecNames)
  case help([PlayCommand])
  /// The fields of an action or effect, by its name.
  case fields(name: String, [Field])
  case saved(path: String, steps: Int, overwritten: Bool, caution: String?)
  /// The reason why the line cannot be performed.
  case problem(String, help: String?)
  /// The errors in the line.
  case mistakes(Diagnostics)
  case quit

  package enum Movement: Sendable { case undone, redone }

  /// The value that a selector computes from the store; nil for none.
  package struct Selection: Sendable {
    let name: String
    let result: Result<Value?, ActionError>
  }

  /// The names that the spec declares: of actions and effects, listeners and selectors.
  package struct SpecNames: Sendable {
    let actions: [String]
    let effects: [String]
    let listeners: [String]
    let selectors: [String]
  }

  package struct Field: Sendable {
    let name: String
    let type: String
    /// The value if the field is left out; nil if it is required.
    let `default`: String?
  }

  /// True if the line could not be performed.
  package var isFailure: Bool {
    switch self {
    case .problem, .mistakes: true
    default: false
    }
  }
}

/// The effects under way.
package struct EffectList: Sendable {
  typealias Named = RecordedStep.Outcome.Named

  /// The effects that wait for an answer; nothing follows from it if a newer effect has superseded
  /// them.
  var pending: [(effect: Named, isSuperseded: Bool)]
  /// The effects that wait for a time, with the time that is left.
  var waiting: [(effect: Named, time: CEL.Duration)]
}

extension EffectList: Equatable {
  package static func == (left: EffectList, right: EffectList) -> Bool {
    left.pending.elementsEqual(right.pending) {
      $0.effect == $1.effect && $0.isSuperseded == $1.isSuperseded
    }
      && left.waiting.elementsEqual(right.waiting) { $0.effect == $1.effect && $0.time == $1.time }
  }
}

/// The outcome of a step, or of undoing or redoing steps.
package struct StepReply: Sendable {
  var changes: [Change]
  /// True if the action reached the reducers, and none handled it.
  var isUnhandled = false
  var errors: [(error: ActionError, action: String?)] = []
  /// The effects whose answers the spec could not interpret.
  var failures: [FailedEffect] = []
  /// The actions that reached the reducers; nil if the step implies them.
  var actions: [String]?
  var notified: [String] = []
  /// The attempts of effects that began, with their requests.
  var requests: [RecordedStep.Outcome.Named] = []
  /// The effects under way; nil if they have not changed.
  var effects: EffectList?
}
