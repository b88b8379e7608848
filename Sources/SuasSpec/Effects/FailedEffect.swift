import Suas

/// An effect whose outcome was a failure.
package struct FailedEffect: Sendable {
  package let effect: String
  /// As `error.code` has it.
  package let code: String
  package let message: String
  /// Where the expression stands that failed on the response.
  package let place: ActionError.Place?

  /// Whether there was an answer, and the spec could make nothing of it.
  package var isMisread: Bool { code == "expression" || code == "response" }
}
