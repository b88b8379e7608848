import CEL
import Suas
import SuasSpec
import YAML

/// What a session answers to a line.
package enum Reply: Sendable {
  /// The line says nothing.
  case nothing
  /// A step was done.
  case step(StepReply)
  /// Steps were taken back, or done again: those lines, the last first.
  case moved(Movement, lines: [String], StepReply)
  case value(Value)
  case selected([Selection])
  case pending(EffectList)
  case steps(done: [String], undone: [String])
  case commands(SpecNames)
  case help([PlayCommand])
  /// The fields of an action or effect.
  case fields(name: String, [Field])
  case saved(path: String, steps: Int, overwritten: Bool, caution: String?)
  /// Something that cannot be done.
  case problem(String, help: String?)
  /// What is wrong with the line.
  case mistakes(Diagnostics)
  case quit

  package enum Movement: Sendable { case undone, redone }

  /// What a selector makes of the store; nil for nothing.
  package struct Selection: Sendable {
    let name: String
    let result: Result<Value?, ActionError>
  }

  /// What there is to dispatch, to listen to and to select.
  package struct SpecNames: Sendable {
    let actions: [String]
    let effects: [String]
    let listeners: [String]
    let selectors: [String]
  }

  package struct Field: Sendable {
    let name: String
    let type: String
    /// What it holds where nothing is written, if it may be left out.
    let `default`: String?
  }

  /// Whether the line could not be done.
  package var isFailure: Bool {
    switch self {
    case .problem, .mistakes: true
    default: false
    }
  }
}

/// The effects that wait.
package struct EffectList: Sendable {
  typealias Named = RecordedStep.Outcome.Named

  /// For an answer, which comes to nothing where a newer one has superseded them.
  var pending: [(effect: Named, isSuperseded: Bool)]
  /// For their time, which is so long off.
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

/// What a step, or the taking back of one, came to.
package struct StepReply: Sendable {
  var changes: [Change]
  /// Whether the action reached the reducers, and none handled it.
  var isUnhandled = false
  var errors: [(error: ActionError, action: String?)] = []
  /// The effects whose answers the spec could make nothing of.
  var failures: [FailedEffect] = []
  /// The actions that reached the reducers, where they are others than the one dispatched.
  var actions: [String]?
  var notified: [String] = []
  /// The effects that wait, where they are others than before.
  var effects: EffectList?
}
