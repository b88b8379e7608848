extension Symbol {
  /// A declaration of the runtime of generated Kotlin.
  static func kotlin(_ name: String) -> Symbol { Symbol(name, in: "suas") }

  /// A class of Java's library for times.
  static func time(_ name: String) -> Symbol { Symbol(name, importing: "java.time.\(name)") }
}

extension Document.StringInterpolation {
  /// A declaration of the runtime of generated Kotlin.
  mutating func appendInterpolation(kotlin name: String) {
    appendInterpolation(Symbol.kotlin(name))
  }
}

/// The shapes of Kotlin that several emitters write.
extension Document {
  /// Arguments or parameters in parentheses, each on a line if they do not fit on one.
  static func arguments(_ list: [Document]) -> Document {
    if list.isEmpty { return "()" }
    let items = Document.softLine + list.joined(separator: "," + .line) + .ifBroken(",")
    return ("(" + items.nested(4) + .softLine + ")").grouped
  }

  /// A lambda; without parameters, one that has none or `it`.
  static func lambda(_ parameters: Document = "", _ body: Document) -> Document {
    let head: Document = parameters.isEmpty ? "{" : "{ \(parameters) ->"
    return (head + (.line + body).nested(4) + .line + "}").grouped
  }

  /// A pair, such as a map's entry.
  static func pair(_ key: KotlinExpression, _ value: KotlinExpression) -> Document {
    let value =
      value.strength < .range ? KotlinExpression(value.inParentheses) : value
    return value.assigned(to: key.document(.infix), "to")
  }
}
