/// The reason why a log leads to no scenario.
package enum NoScenario: Error, Sendable {
  /// The log shows neither a difference nor a refusal.
  case nothingShown
  /// A sensitive value may have decided the difference.
  case undecided
  /// The log has no changes.
  case noChanges
  /// The changes in the log do not fit the store.
  case misfit
  /// The difference comes before the first input.
  case noInput
  /// The line itself cannot be done.
  case impossible
  /// An answer to a sensitive effect is not in the log.
  case hiddenAnswer
  /// An input of the app to its store or runtime that no scenario of a replay can have.
  case reset, listener, cancellation
  /// Effects were under way when the session began.
  case effectsUnderWay
  /// The moves of the log lead elsewhere in a scenario, with its own clock and ids.
  case leadsElsewhere
  /// Times or ids that the app read are among the consequences of the input.
  case reads
  /// The store does not show the difference.
  case passes
  /// The scenario that was made fails.
  case fails

  /// The reason in words.
  package var words: String {
    switch self {
    case .nothingShown: "the log shows no difference and no refusal"
    case .undecided: "a sensitive value, which is not in the log, may have decided this"
    case .noChanges: "the log does not say what its actions changed"
    case .misfit: "what the log says does not fit the store"
    case .noInput: "the difference comes before the first input"
    case .impossible: "what the line says cannot be done"
    case .hiddenAnswer: "the session has an answer to a sensitive effect, which is not in the log"
    case .reset: "in the session, the app replaced a part of the store"
    case .listener: "in the session, the app added or removed a listener"
    case .cancellation: "in the session, the app cancelled an effect"
    case .effectsUnderWay: "effects were under way when the session began"
    case .leadsElsewhere: "a scenario, with its own times and ids, does not lead to it"
    case .reads: "it has times or ids that the app read"
    case .passes: "the difference is not one of the store or of refusals"
    case .fails: "the scenario that was made of it fails"
    }
  }
}
