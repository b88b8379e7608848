import CEL
import Suas
import SuasSpec

/// A step that was done, and what it came to.
package struct RecordedStep: Sendable {
  package enum Act: Sendable {
    /// An action or effect, with the fields that are to be written; the others take their defaults.
    case dispatch(name: String, fields: [(name: String, value: Value)], times: Int = 1)
    case respond(effect: String, which: Int, EffectAnswer)
    case cancel(effect: String)
    case advance(CEL.Duration)
    case listen(String)
    case unlisten(String)
    case reset
    case note(String)
  }

  package let act: Act
  package private(set) var outcome: Outcome

  /// Takes out the errors that the step met, so that no scenario expects them.
  package mutating func forgetErrors() { outcome.errors = [] }

  package init(_ act: Act, outcome: Outcome) {
    self.act = act
    self.outcome = outcome
  }
}

extension RecordedStep {
  /// What a step came to on a store.
  package struct Outcome: Sendable {
    package typealias Named = (name: String, value: Value)

    /// The whole store, before and after.
    package var before: Record
    package var after: Record
    /// Whether some reducer handled the step's own action, or one that took its place.
    package var handled = false
    /// The first is the one that a scenario expects.
    package var errors: [ActionError] = []
    /// The actions that reached the reducers, with their payloads.
    package var actions: [Named] = []
    /// The listeners that were told, and of what.
    package var notified: [Named] = []
    /// The effects that are pending afterwards, oldest first, with their payloads.
    package var effects: [Named] = []
    /// The effects whose outcome was a failure.
    package var failures: [FailedEffect] = []

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
  /// What was done, as a step says it; nil for what does nothing.
  ///
  /// - Parameter written: The fields of a payload that are to be written; nil for all but those that
  ///   are filled at dispatch.
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
    case .note(let text): self = .note(text)
    case .golden: return nil
    }
  }
}
