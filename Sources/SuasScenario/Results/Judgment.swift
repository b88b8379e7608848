import CEL
import Suas

/// An expectation, and the value that was found when it was judged.
struct Judgment: Sendable {
  enum Found: Sendable {
    case store(Record)
    case changes([Change])
    case handled(Bool)
    /// The first error of the step, if any.
    case error(ActionError?)
    case mentioned([(name: String, value: Value)])
    /// The value of each selector, which may be absent; nil for a selector with an error.
    case selected([Value??])
    /// For each condition, true if it holds; there is nothing to write in its place.
    case conditions([Bool])
    case restored(version: Int, lost: [String])
    /// The sub-states that would be saved; nil if there are none.
    case saved(Record?)
  }

  let expectation: CheckedExpectation
  let found: Found
  /// The names in scope of the expectation's `${…}`.
  let names: Set<String>
  /// True if the scenario is expected to fail, so that its expectations are not updated.
  let isToFail: Bool
}
