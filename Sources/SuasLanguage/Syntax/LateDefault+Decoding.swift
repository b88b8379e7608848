import SuasProgram
import YAML

extension LateDefault {
  /// The late default that a scalar denotes; nil for every other scalar.
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
}
