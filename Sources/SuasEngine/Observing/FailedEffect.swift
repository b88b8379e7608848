import Suas
import SuasProgram

/// An effect whose outcome is a failure.
package struct FailedEffect: Sendable {
  package let effect: String
  /// The value of `error.code`.
  package let code: String
  package let message: String
  /// The place of the expression that failed on the response, if one did.
  package let place: ActionError.Place?
  /// The place of the step that the expression belongs to, if one failed.
  package let stepPlace: ActionError.Place?
  /// True if the effect is sensitive, so that the message may hold a value that should not be shown.
  package let isSensitive: Bool

  package init(
    effect: String, code: String, message: String, place: ActionError.Place?,
    stepPlace: ActionError.Place? = nil, isSensitive: Bool = false
  ) {
    self.effect = effect
    self.code = code
    self.message = message
    self.place = place
    self.stepPlace = stepPlace
    self.isSensitive = isSensitive
  }

  /// True if there was an answer that the spec could not use.
  package var isMisread: Bool { code == "expression" || code == "response" }
}
