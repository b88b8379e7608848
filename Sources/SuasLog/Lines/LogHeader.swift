import CEL
import SuasRuntime

/// The first line of a log, apart from the store.
package struct LogHeader: Sendable {
  /// The version of the format.
  static let version = 1
  /// The maximum length of a line, in bytes.
  package static let longestLine = 32 << 20

  /// The digest of the spec.
  package let spec: String
  /// The name of the spec, if it has one.
  package let name: String?
  /// True if the log has a line for the changes of each action.
  package let hasChanges: Bool
  /// The effects under way, oldest first.
  package var effects: [EffectUnderWay] = []
  /// The id of the last action before the log.
  package var last = 0
}
