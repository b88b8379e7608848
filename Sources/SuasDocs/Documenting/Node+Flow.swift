import CEL
import SuasLanguage
import SuasProgram
import YAML

extension Node {
  /// The tree on one line, as an author would write it as a value.
  var flow: String {
    switch content {
    case .scalar(let scalar): scalar.flow
    case .sequence(let items): "[\(items.map(\.flow).joined(separator: ", "))]"
    case .mapping(let entries) where entries.isEmpty: "{}"
    case .mapping(let entries):
      "{ \(entries.map { "\($0.key.flow): \($0.value.flow)" }.joined(separator: ", ")) }"
    }
  }
}

extension Scalar {
  /// The text as it is written, or, for a block or one in several lines, in quotes.
  fileprivate var flow: String {
    if style == .plain { return text }
    let written = range.text
    let quote = style == .singleQuoted ? "'" : "\""
    let isOnLine = range.location.line == range.endLocation.line
    return isOnLine && written.count > 1 && written.hasPrefix(quote) && written.hasSuffix(quote)
      ? written : JSONText.of(.string(text))
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
