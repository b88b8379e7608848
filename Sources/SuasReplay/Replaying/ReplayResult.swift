import SuasLog
import SuasSpec
import YAML

/// The outcome of a replay, with its details.
package struct ReplayResult: Sendable {
  package enum Outcome: Sendable {
    case same
    case different(ReplayDifference)
    /// A difference that may be due to a value that never left the app.
    case undecided(ReplayDifference)
    /// A sensitive value may decide on a condition after the input in a line.
    case unsure(line: Int, String)
    /// The store came to a condition after the input in a line.
    case reached(line: Int, String)
    /// The log is not sound.
    case unsound(LogFailure)
  }

  package internal(set) var outcome = Outcome.same
  /// The number of the app's actions, of answers and other inputs that were done again.
  package private(set) var inputs = 0
  /// A short scenario that shows the same, or the reason why there is none; nil if none was asked
  /// for.
  package internal(set) var scenario: Result<ReplayScenario, NoScenario>?
  /// The errors of the condition at which the replay was to end.
  package internal(set) var conditionFailure: ConditionFailure?
  /// The number of answers to sensitive effects, which are not in the log.
  package private(set) var hiddenAnswers = 0
  /// The first promise at rest that was not kept, with the line of the input before.
  package private(set) var unrest: (line: Int, message: String)?
  /// True if the log is of another version of the spec.
  package private(set) var isOtherVersion = false

  init() {}

  init(unsound failure: LogFailure) { outcome = .unsound(failure) }

  mutating func note(_ progress: ReplayPass.Progress) {
    inputs = progress.inputs
    hiddenAnswers = progress.hiddenAnswers
    isOtherVersion = progress.isOtherVersion
    unrest = progress.unrest
  }
}

/// The first difference between a log and its replay, with the input that led to it.
package struct ReplayDifference: Sendable {
  /// A line of the log that does not follow from others.
  package struct Input: Sendable {
    package let line: Int
    package let text: String
  }

  /// The line of the log, from one.
  package let line: Int
  /// The line; nil at the end of the log.
  package let logged: String?
  package let kind: LineDifference.Kind
  /// The input that led to the difference.
  package internal(set) var input: Input?
  /// The events of the replay since that input.
  package internal(set) var events: [TracedEvent] = []
  package internal(set) var omittedEvents = 0

  package init(_ difference: LineDifference) {
    line = difference.line
    logged = difference.logged
    kind = difference.kind
  }

  /// True if a condition on the way to the difference reads a sensitive value.
  var readsSensitiveValues: Bool {
    events.contains { event in
      guard case .condition(let reading) = event.event else { return false }
      return reading.readsSensitiveValues
    }
  }

  /// The rules and steps that decided: those that changed something or refused the action, or else
  /// those that were tried.
  package var rules: [CoveragePoint] {
    var tried: [CoveragePoint] = []
    var deciding: [CoveragePoint] = []
    for event in events {
      switch event.event {
      case .tried(let point): tried.append(point)
      case .wrote, .refused, .dispatching:
        if let last = tried.last, deciding.last?.place != last.place { deciding.append(last) }
      default: break
      }
    }
    return deciding.isEmpty ? tried : deciding
  }
}

extension ReplayDifference {
  /// The difference in words.
  package var message: String {
    switch kind {
    case .line:
      logged == nil ? "the spec does more than the log has" : "the spec does something else"
    case .nothing: "the spec does not do this"
    case .impossible(let reason): reason
    case .digest: "the store is another one"
    }
  }

  /// The text that the replay has in the place of the line.
  package var replayed: String {
    switch kind {
    case .line(let text): text
    case .nothing, .impossible: "nothing"
    case .digest(let digest): "the digest \(digest)"
    }
  }
}
