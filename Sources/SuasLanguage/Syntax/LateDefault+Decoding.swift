import CEL
import SuasProgram
import YAML

extension LateDefault {
  /// The late default that a scalar denotes; nil for every other scalar.
  init?(_ node: Node) {
    guard let scalar = node.scalar,
      case .success(let segments) = Interpolation.segments(of: scalar.text),
      segments.count == 1, case .expression(let code) = segments[0],
      let expression = try? Environment().parse(String(scalar.text.utf8Slice(code)))
    else { return nil }
    switch expression.kind {
    case .ident("now"): self = .now
    case .call(let name, nil, let arguments) where name.text == "uuid" && arguments.isEmpty:
      self = .uuid
    default: return nil
    }
  }
}
