import SuasExplore
import YAML

/// A difference between the declarations of two versions of a spec.
package struct DeclaredDifference: Sendable {
  /// The meaning of a difference for an app that is made for the old version.
  package enum Impact: String, Sendable, CaseIterable {
    /// The app is refused, cannot read what it kept, or meets a value that it does not know.
    case breaking
    /// The app works as before.
    case compatible
    /// The app cannot see the difference.
    case unseen
  }

  /// The kinds of differences, as reports name them.
  package enum Change: String, Sendable {
    case added, removed, renamed
    case type = "type-changed"
    case `default` = "default-changed"
    case constraint = "constraint-changed"
    case sensitivity = "sensitivity-changed"
    case value = "value-changed"
    case setting = "setting-changed"
    case visibility = "visibility-changed"
  }

  package let impact: Impact
  package let part: DeclaredPart
  package let change: Change
  /// The difference in one sentence without its end.
  package let message: String
  /// Its meaning for an app.
  package let consequence: String
  /// The places of the declaration in both versions; nil where there is none.
  package let places: (old: SourceRange?, new: SourceRange?)
}

/// The ways in which an app meets the values of a type.
struct TypeUse: OptionSet {
  let rawValue: Int

  /// The app makes such values: in payloads, and as results of its own effects.
  static let sent = TypeUse(rawValue: 1)
  /// The app may have kept such values, and gives them back.
  static let kept = TypeUse(rawValue: 2)
  /// The app reads such values: in states and from selectors.
  static let read = TypeUse(rawValue: 4)
  /// The app does the work of an effect.
  static let performed = TypeUse(rawValue: 8)

  static let state: TypeUse = [.kept, .read]
}
