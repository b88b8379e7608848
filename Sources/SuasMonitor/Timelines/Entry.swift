import CEL
import SuasScenario
import SuasSpec

/// An entry of a timeline: an action or another event, with the store after it.
struct Entry: Sendable {
  enum Kind: String, Sendable {
    case begin, action, effect, answer, fail, timeout, start, cancel, advance, reset, listen
    case unlisten, lost, end
  }

  let kind: Kind

  /// True if the entry is an action, or one that starts an effect.
  var isDispatch: Bool { kind == .action || kind == .effect }

  /// True if the entry is an action that the spec itself has dispatched.
  var isConsequence: Bool { isDispatch && cause != nil }

  /// The name of the action, the effect or the listener; empty if there is none.
  var name = ""
  /// The payload or the answer as YAML in one line.
  var text = ""
  /// The time in nanoseconds since the beginning of the timeline.
  var time: Int64 = 0
  /// The source of the action, as the log names it.
  var source: String?
  /// The entry that led to this one.
  var cause: Int?
  /// The number of entries that led to this one, one by the other.
  var depth = 0
  /// The changes as the log writes them.
  var changes: [(path: String, change: Value)] = []
  /// The code of the refusal.
  var refusal: String?
  /// The codes of errors that refused no action.
  var failure: String?
  /// The codes of all errors.
  var errors: [String] = []
  /// The store after the entry.
  var store: Value
  /// The number of the input that the entry belongs to; nil for the beginning.
  var input: Int?
  /// The line of the log; nil for an entry that was played.
  var line: Int?
  /// True if the log says something else than the spec does.
  var differs = false

  /// Returns true if each of some words occurs in the entry, whatever its letter case.
  func holds(_ words: [SearchWord]) -> Bool {
    words.allSatisfy { word in
      word.occurs(in: name) || word.occurs(in: text)
        || changes.contains { word.occurs(in: $0.path) }
        || refusal.map(word.occurs) ?? false || failure.map(word.occurs) ?? false
    }
  }
}

/// An input of a timeline, from which all that follows can be done again.
struct Input: Sendable {
  /// The moment before it; nil if it is not known.
  let before: StageSnapshot?
  let act: Act
  /// The first entry that belongs to it.
  let entry: Int

  enum Act: Sendable {
    case step(CheckedStep.Act)
    /// A delay is over, or an interval.
    case time
    /// An input that only the app or its log could do.
    case unrepeatable
  }
}
