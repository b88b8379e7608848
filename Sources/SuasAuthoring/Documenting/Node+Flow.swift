import CEL
import SuasLanguage
import SuasProgram
import YAML

extension Node {
  /// The tree on one line, as an author would write it as a value.
  var flow: String {
    switch content {
    case .scalar(let scalar):
      scalar.style == .plain ? scalar.text : JSONText.of(.string(scalar.text))
    case .sequence(let items): "[\(items.map(\.flow).joined(separator: ", "))]"
    case .mapping(let entries) where entries.isEmpty: "{}"
    case .mapping(let entries):
      "{ \(entries.map { "\($0.key.text): \($0.value.flow)" }.joined(separator: ", ")) }"
    }
  }
}

extension TypeSyntax {
  /// The type as an author writes it.
  package var text: String {
    switch kind {
    case .name(let name): name
    case .optional(let wrapped): "\(wrapped.text)?"
    case .application(let name, let arguments):
      "\(name)(\(arguments.map(\.text).joined(separator: ", ")))"
    }
  }
}

extension Condition {
  /// The guard as it is written: `when …` or `unless …`.
  var written: String {
    "\(negated ? "unless" : "when") \(String(expression.text).onOneLine)"
  }
}
