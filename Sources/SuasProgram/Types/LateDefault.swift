import CEL
import YAML

/// A default that is evaluated once for each action, when it is dispatched.
package enum LateDefault: Sendable {
  /// `${now}`: the time of the clock.
  case now
  /// `${uuid()}`: a random UUID (RFC 9562, version 4).
  case uuid

  package var type: FieldType {
    switch self {
    case .now: .timestamp
    case .uuid: .string
    }
  }

  /// The value in the payload until the action is dispatched.
  package var placeholder: Value {
    switch self {
    case .now: .timestamp(.epoch)
    case .uuid: .string("")
    }
  }
}
