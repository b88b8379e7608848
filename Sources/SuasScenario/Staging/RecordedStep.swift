import CEL
import Suas
import SuasSpec

/// A step that was performed, and its outcome.
package struct RecordedStep: Sendable {
  package enum Act: Sendable {
    /// An action or effect, with the fields to write; the others take their defaults.
    case dispatch(name: String, fields: [(name: String, value: Value)], times: Int = 1)
    case respond(effect: String, which: Int, EffectAnswer)
    case cancel(effect: String)
    case advance(CEL.Duration)
    case listen(String)
    case unlisten(String)
    case reset
    case restart(FoundState?)
    case note(String)
  }

  package let act: Act
  package private(set) var outcome: Outcome

  /// Removes the errors of the step, so that no scenario expects them.
  package mutating func forgetErrors() { outcome.errors = [] }

  package init(_ act: Act, outcome: Outcome) {
    self.act = act
    self.outcome = outcome
  }
}

extension RecordedStep {
  /// The outcome of a step on a store.
  package struct Outcome: Sendable {
    package typealias Named = (name: String, value: Value)

    /// The whole store, before and after.
    package var before: Record
    package var after: Record
    /// True if some reducer handled the step's own action, or one that replaced it.
    package var handled = false
    /// The first is the one that a scenario expects.
    package var errors: [ActionError] = []
    /// The actions that reached the reducers, with their payloads.
    package var actions: [Named] = []
    /// The listeners that were notified, and the values that they received.
    package var notified: [Named] = []
    /// The effects that are pending afterwards, oldest first, with their payloads.
    package var effects: [Named] = []
    /// The attempts of effects that began, with their requests.
    package var requests: [MadeRequest] = []
    /// The effects whose outcome was a failure.
    package var failures: [FailedEffect] = []
    /// The store, and the numbers of effects under way, where a promise at rest was first broken.
    package var unrest: ContiguousArray<Value>?

    package init(before: Record, after: Record) {
      self.before = before
      self.after = after
    }

    /// The leaves that differ.
    var changes: [Change] {
      Change.all(from: .record(before), to: .record(after), at: Path([]))
    }
  }
}

extension RecordedStep.Act {
  /// Creates the recorded form of an act; nil for one that has no effect.
  ///
  /// - Parameter written: The fields of a payload to write; nil for all but those that are filled
  ///   at dispatch.
  init?(_ act: CheckedStep.Act, of spec: CompiledSpec, written: Set<String>? = nil) {
    switch act {
    case .dispatch(let action, let times):
      let payload = action.payload
      let open = action.openFields
      let fields = zip(payload.shape.fields, payload.fields).map { (name: $0.name, value: $1) }
      self = .dispatch(
        name: action.name,
        fields: fields.filter { written?.contains($0.name) ?? !open.contains($0.name) },
        times: times)
    case .respond(let effect, let which, let answer):
      self = .respond(effect: effect, which: which, answer)
    case .cancel(let effect): self = .cancel(effect: effect)
    case .advance(let duration): self = .advance(duration)
    case .listen(let index): self = .listen(spec.checked.listeners[index].name)
    case .unlisten(let index): self = .unlisten(spec.checked.listeners[index].name)
    case .reset: self = .reset
    case .restart(let found): self = .restart(found)
    case .note(let text): self = .note(text)
    case .golden: return nil
    }
  }
}
