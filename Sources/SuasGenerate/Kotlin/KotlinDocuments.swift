import YAML

extension Symbol {
  /// A declaration of the runtime of generated Kotlin, or a part of one: `Types.any`.
  static func kotlin(_ name: String) -> Symbol {
    Symbol(
      name, in: kotlinRuntime, importing: "\(kotlinRuntime).\(name.prefix { $0 != "." })")
  }

  /// The package of the runtime.
  static let kotlinRuntime = "suas"

  /// A part of the runtime that code needs without naming it, such as the part for a literal.
  static func kotlinNeed(_ name: String) -> Symbol { Symbol("", in: name) }

  static let double = Symbol("Double")
  /// The method of numbers.
  static let toDouble = Symbol("toDouble")
  static let unsigned = Symbol("ULong")
  /// The parameter that hides values.
  static let isSensitive = Symbol("isSensitive")

  /// The method of a data class that copies it with other values in some fields.
  static let copy = Symbol("copy")

  /// A class of Java's library for times.
  static func time(_ name: String) -> Symbol { Symbol(name, importing: "java.time.\(name)") }
}

extension Document.StringInterpolation {
  /// A declaration of the runtime of generated Kotlin.
  mutating func appendInterpolation(kotlin name: String) {
    appendInterpolation(Symbol.kotlin(name))
  }

  /// A part of the runtime that code needs without naming it.
  mutating func appendInterpolation(needing name: String) {
    appendInterpolation(Symbol.kotlinNeed(name))
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

// MARK: Declarations

extension Document {
  /// Lines between the start and the end of a block; one that is empty stays blank.
  static func block(_ start: Document, _ lines: [Document], _ end: Document = "}") -> Document {
    let inner = lines.joined(after: .hardLine)
    return start + inner.nested(4) + .hardLine + end
  }
}

// MARK: Files

extension Document {
  /// The greatest number of characters on a line.
  static let kotlinWidth = 120
}
