import CEL
import YAML

/// A default that is read once for each action, when it is dispatched.
enum LateDefault: Sendable {
  /// `${now}`: the time of the clock.
  case now
  /// `${uuid()}`: a random UUID (RFC 9562, version 4).
  case uuid

  /// The late default that a scalar is; nil for every other.
  init?(_ node: Node) {
    guard let scalar = node.scalar,
      case .success(let segments) = Interpolation.segments(of: scalar.text),
      segments.count == 1, case .expression(let code) = segments[0]
    else { return nil }
    switch scalar.text.utf8Slice(code).filter({ $0 != " " }) {
    case "now": self = .now
    case "uuid()": self = .uuid
    default: return nil
    }
  }

  var type: FieldType {
    switch self {
    case .now: .timestamp
    case .uuid: .string
    }
  }

  /// What stands in the payload until the action is dispatched.
  var placeholder: Value {
    switch self {
    case .now: .timestamp(.epoch)
    case .uuid: .string("")
    }
  }
}
